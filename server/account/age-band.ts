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
