import type { AgeBand, Profile } from '#contract/account.ts'
import type { Database } from '#server/db/database.ts'
import { fail } from '#server/lib/errors.ts'
import { readProfile } from './profile.service.ts'
import { setFirstAgeBand } from './students.repository.ts'

/**
 * Stores the age band, once; the same again changes nothing.
 * @throws ExpectedError `age_band_fixed`
 */
export function setAgeBand(database: Database, studentId: string, ageBand: AgeBand): Promise<Profile> {
  return database.transaction(async (tx) => {
    await setFirstAgeBand(tx, studentId, ageBand)
    const profile = await readProfile(tx, studentId)
    return profile.ageBand === ageBand ? profile : fail('age_band_fixed')
  })
}
