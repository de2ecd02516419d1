import type { AgeBand, Profile } from '#contract/account.ts'
import type { Database } from '#server/db/database.ts'
import { fail } from '#server/http/errors.ts'
import { readProfile } from './profile.ts'

/**
 * Takes down the age band, once; the same again changes nothing.
 * @throws ExpectedError `age_band_fixed`
 */
export const setAgeBand = (database: Database, studentId: string, ageBand: AgeBand): Promise<Profile> =>
  database.transaction(async (tx) => {
    // One statement: of two that come at once with different bands, the later one waits and finds the first.
    await tx
      .updateTable('students')
      .set({ age_band: ageBand })
      .where('id', '=', studentId)
      .where('age_band', 'is', null)
      .execute()
    const profile = await readProfile(tx, studentId)
    return profile.ageBand === ageBand ? profile : fail('age_band_fixed')
  })

/**
 * The operator's correction of an age that was said wrongly. A guardian whom nobody needs any more is forgotten;
 * one who has agreed stays.
 * @param account a phone, or the id of an account
 * @returns the name of the student; undefined when there is none
 */
export const correctAgeBand = async (
  { db }: Pick<Database, 'db'>,
  account: string,
  ageBand: AgeBand,
): Promise<string | undefined> => {
  const corrected = await db
    .updateTable('students')
    .set({
      age_band: ageBand,
      ...(ageBand !== 'under14' && { guardian_phone: null, guardian_agreed_at: null }),
    })
    .where(account.includes('-') ? 'id' : 'phone', '=', account)
    .returning('name')
    .executeTakeFirst()
  return corrected?.name
}
