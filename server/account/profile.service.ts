import type { Kysely } from 'kysely'
import {
  defaultStudyConfig,
  type AgeBand,
  type Profile,
  type ProfileUpdate,
  type StudyConfig,
} from '#contract/account.ts'
import type { Database } from '#server/db/database.ts'
import { deletionAtOf } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import { maskPhone } from '#server/gateways/sms/mask.ts'
import { cleanLine } from '#server/lib/clean-text.ts'
import { fail } from '#server/lib/errors.ts'
import { isAvatar } from './default-avatars.ts'
import { waitOf } from './proof/proof-times.ts'
import { findShownWait } from './proof/proofs.repository.ts'
import { findProfile, lockSettings, writeSettings } from './students.repository.ts'

/** Settings added after a row was written take their default. */
const complete = (stored: Partial<StudyConfig>): StudyConfig => ({ ...defaultStudyConfig, ...stored })

type Guarded = { age_band: AgeBand | null; guardian_agreed_at: Date | null }

const guardianConsentOf = (student: Guarded): Profile['guardianConsent'] => {
  if (student.age_band !== 'under14') return 'not_needed'
  return student.guardian_agreed_at === null ? 'needed' : 'given'
}

/** For every device to show. */
const readProofWait = async (db: Kysely<Schema>, studentId: string): Promise<Profile['proofWait']> => {
  const session = await findShownWait(db, studentId)
  if (!session?.proof_asked_at) return null
  const { readyAt, endsAt } = waitOf(session.proof_asked_at)
  return { readyAt: readyAt.toISOString(), endsAt: endsAt.toISOString(), deviceName: session.device_name }
}

/** @throws ExpectedError `session_expired` for a student who is gone */
export async function readProfile(db: Kysely<Schema>, studentId: string): Promise<Profile> {
  const row = await findProfile(db, studentId)
  if (!row) return fail('session_expired')
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    phoneMasked: row.phone === null ? '' : maskPhone(row.phone),
    ageBand: row.age_band,
    guardianConsent: guardianConsentOf(row),
    deletionAt: deletionAtOf(row.deletion_requested_at)?.toISOString() ?? null,
    proofWait: await readProofWait(db, row.id),
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
export async function updateProfile(
  database: Database,
  studentId: string,
  update: ProfileUpdate,
): Promise<Profile> {
  const name = update.name === undefined ? undefined : cleanLine(update.name, '名字')
  if (update.avatar !== undefined && !isAvatar(update.avatar)) return fail('invalid_input', { field: '头像' })
  return database.transaction(async (tx) => {
    const before = await lockSettings(tx, studentId)
    if (!before) return fail('session_expired')
    await writeSettings(tx, studentId, {
      name: name ?? before.name,
      avatar: update.avatar ?? before.avatar,
      study: mergeStudy(before.study_config, update.study ?? {}),
    })
    return readProfile(tx, studentId)
  })
}
