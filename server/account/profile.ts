import type { Kysely } from 'kysely'
import {
  defaultStudyConfig,
  type AgeBand,
  type Profile,
  type ProfileUpdate,
  type StudyConfig,
} from '#contract/account.ts'
import type { Database } from '#server/db/database.ts'
import { deletionAtOf } from '#server/db/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import { maskPhone } from '#server/gateways/sms/mask.ts'
import { cleanLine } from '#server/http/clean-text.ts'
import { fail } from '#server/http/errors.ts'
import { isAvatar } from './default-avatars.ts'

/** Settings added after a row was written take their default. */
const complete = (stored: Partial<StudyConfig>): StudyConfig => ({ ...defaultStudyConfig, ...stored })

type Guarded = { age_band: AgeBand | null; guardian_agreed_at: Date | null }

const guardianConsentOf = (student: Guarded): Profile['guardianConsent'] => {
  if (student.age_band !== 'under14') return 'not_needed'
  return student.guardian_agreed_at === null ? 'needed' : 'given'
}

/** @throws ExpectedError `session_expired` for a student who is gone */
export const readProfile = async (db: Kysely<Schema>, studentId: string): Promise<Profile> => {
  const row = await db
    .selectFrom('students')
    .innerJoin('wallets', 'wallets.student_id', 'students.id')
    .innerJoin('themes', 'themes.id', 'students.theme_id')
    .select([
      'students.id',
      'students.name',
      'students.avatar',
      'students.phone',
      'students.study_config',
      'students.created_at',
      'students.age_band',
      'students.guardian_agreed_at',
      'students.deletion_requested_at',
      'wallets.coins',
      'themes.id as themeId',
      'themes.name as themeName',
      'themes.config as themeConfig',
    ])
    .where('students.id', '=', studentId)
    .where('students.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return fail('session_expired')
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    phoneMasked: row.phone === null ? '' : maskPhone(row.phone),
    ageBand: row.age_band,
    guardianConsent: guardianConsentOf(row),
    deletionAt: deletionAtOf(row.deletion_requested_at)?.toISOString() ?? null,
    coins: row.coins,
    currentTheme: { id: row.themeId, name: row.themeName, config: row.themeConfig },
    study: complete(row.study_config),
    createdAt: row.created_at.toISOString(),
  }
}

const mergeStudy = (stored: Partial<StudyConfig>, update: Partial<StudyConfig>): StudyConfig => {
  const merged = { ...complete(stored), ...update }
  return { ...merged, modes: [...new Set(merged.modes)] }
}

/** Changes what is mentioned. The row is locked, so that two devices do not undo each other's settings. */
export const updateProfile = async (
  database: Database,
  studentId: string,
  update: ProfileUpdate,
): Promise<Profile> => {
  const name = update.name === undefined ? undefined : cleanLine(update.name, '名字')
  if (update.avatar !== undefined && !isAvatar(update.avatar)) return fail('invalid_input', { field: '头像' })
  return database.transaction(async (tx) => {
    const before = await tx
      .selectFrom('students')
      .select(['name', 'avatar', 'study_config'])
      .where('id', '=', studentId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return fail('session_expired')
    await tx
      .updateTable('students')
      .set({
        name: name ?? before.name,
        avatar: update.avatar ?? before.avatar,
        study_config: JSON.stringify(mergeStudy(before.study_config, update.study ?? {})),
      })
      .where('id', '=', studentId)
      .execute()
    return readProfile(tx, studentId)
  })
}
