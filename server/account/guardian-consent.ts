import type { Profile } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import type { LoginCodes } from './login-codes.ts'
import { readProfile } from './profile.ts'

/**
 * Takes down that a guardian agrees, proven by a code that was sent to the guardian's phone and says what it is
 * for. Agreeing again puts the newer guardian and moment in the place of the older.
 * @throws ExpectedError what `LoginCodes.check` does; `forbidden` for those who are not under 14
 */
export const giveConsent = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  codes: LoginCodes,
  { studentId, phone, code, ip }: { studentId: string; phone: string; code: string; ip: string },
): Promise<Profile> => {
  const proof = await codes.check({ phone, purpose: 'guardian', code, ip })
  return database.transaction(async (tx) => {
    await codes.consume(tx, phone, proof)
    const { numUpdatedRows } = await tx
      .updateTable('students')
      .set({ guardian_phone: phone, guardian_agreed_at: clock() })
      .where('id', '=', studentId)
      .where('age_band', '=', 'under14')
      .executeTakeFirst()
    return numUpdatedRows === 1n ? readProfile(tx, studentId) : fail('forbidden')
  })
}
