import type { Kysely } from 'kysely'
import { defaultStudyConfig, type AgeBand, type StudyConfig } from '#contract/account.ts'
import { defaultThemeId } from '#contract/constants.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/lib/errors.ts'

type Db = Kysely<Schema>

/** Whose number it is, whatever will become of the account. */
export async function findStudent(db: Db, phone: string): Promise<string | null> {
  return (await findPhoneHolder(db, phone))?.id ?? null
}

/** The student who has the number, and since when the account is to be deleted. */
export function findPhoneHolder(
  db: Db,
  phone: string,
): Promise<{ id: string; deletion_requested_at: Date | null } | undefined> {
  return db
    .selectFrom('students')
    .select(['id', 'deletion_requested_at'])
    .where('phone', '=', phone)
    .executeTakeFirst()
}

type NewStudent = { id: string; phone: string | null; name: string; now: Date }

/** @returns false when the phone has a student already */
export async function insertStudent(db: Db, { id, phone, name, now }: NewStudent): Promise<boolean> {
  const created = await db
    .insertInto('students')
    .values({
      id,
      phone,
      name,
      theme_id: defaultThemeId,
      study_config: JSON.stringify(defaultStudyConfig),
      agreed_at: now,
      created_at: now,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return false
  await db.insertInto('study_totals').values({ student_id: id }).execute()
  return true
}

/** @throws ExpectedError `session_expired` for a student who is gone */
export async function readPhone(db: Db, studentId: string): Promise<string | null> {
  const student = await db
    .selectFrom('students')
    .select('phone')
    .where('id', '=', studentId)
    .executeTakeFirst()
  return student ? student.phone : fail('session_expired')
}

/** @throws what `isPhoneRace` knows */
export async function setPhone(db: Db, studentId: string, phone: string): Promise<void> {
  await db.updateTable('students').set({ phone }).where('id', '=', studentId).execute()
}

/** Two that bind one phone at the same moment meet in its unique key. */
export function isPhoneRace(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === 'students_phone_key'
}

/** Sets the age band unless there is one: of two at once with different bands, the later one waits and finds the first. */
export async function setFirstAgeBand(db: Db, studentId: string, ageBand: AgeBand): Promise<void> {
  await db
    .updateTable('students')
    .set({ age_band: ageBand })
    .where('id', '=', studentId)
    .where('age_band', 'is', null)
    .execute()
}

/** @returns false for those who are not under 14 */
export async function setGuardian(
  db: Db,
  studentId: string,
  { phone, agreedAt }: { phone: string; agreedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('students')
    .set({ guardian_phone: phone, guardian_agreed_at: agreedAt })
    .where('id', '=', studentId)
    .where('age_band', '=', 'under14')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A request that stands keeps its moment. */
export async function setDeletionRequest(db: Db, studentId: string, now: Date): Promise<void> {
  await db
    .updateTable('students')
    .set({ deletion_requested_at: now })
    .where('id', '=', studentId)
    .where('deletion_requested_at', 'is', null)
    .execute()
}

export async function clearDeletionRequest(db: Db, studentId: string): Promise<void> {
  await db
    .updateTable('students')
    .set({ deletion_requested_at: null })
    .where('id', '=', studentId)
    .where('deletion_requested_at', 'is not', null)
    .execute()
}

/** Students whose deletion was requested then or before, the longest waiting first. */
export async function listDeletionsSince(db: Db, requestedBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('students')
    .select('id')
    .where('deletion_requested_at', '<=', requestedBefore)
    .orderBy('deletion_requested_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What signs the student in, and what is to happen to the account. */
export function findSecurity(db: Db, studentId: string) {
  return db
    .selectFrom('students')
    .leftJoin('wechat_accounts', 'wechat_accounts.student_id', 'students.id')
    .select([
      'students.phone',
      'students.guardian_phone',
      'students.guardian_agreed_at',
      'students.deletion_requested_at',
      'wechat_accounts.bound_at',
    ])
    .where('students.id', '=', studentId)
    .executeTakeFirst()
}

/** With the coins and the theme that the profile shows. */
export function findProfile(db: Db, studentId: string) {
  return db
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
}

/** Holds the row, so that two devices do not undo each other's settings. */
export function lockSettings(db: Db, studentId: string) {
  return db
    .selectFrom('students')
    .select(['name', 'avatar', 'study_config'])
    .where('id', '=', studentId)
    .forUpdate()
    .executeTakeFirst()
}

export async function writeSettings(
  db: Db,
  studentId: string,
  { name, avatar, study }: { name: string; avatar: string; study: StudyConfig },
): Promise<void> {
  await db
    .updateTable('students')
    .set({ name, avatar, study_config: JSON.stringify(study) })
    .where('id', '=', studentId)
    .execute()
}

/**
 * The operator's correction of an age that was said wrongly. A guardian who is not needed any more is forgotten; one
 * who has agreed stays.
 * @param account a phone, or the id of an account
 * @returns the student; undefined when there is none
 */
export function correctAgeBand(
  { db }: { db: Db },
  account: string,
  ageBand: AgeBand,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .updateTable('students')
    .set({
      age_band: ageBand,
      ...(ageBand !== 'under14' && { guardian_phone: null, guardian_agreed_at: null }),
    })
    .where(account.includes('-') ? 'id' : 'phone', '=', account)
    .returning(['id', 'name'])
    .executeTakeFirst()
}
