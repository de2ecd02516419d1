import type { Profile } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { LoginCodes } from './sign-in/login-codes.service.ts'
import { readProfile } from './profile.service.ts'
import { setGuardian } from './students.repository.ts'

/**
 * Stores that a guardian agrees, proven by a code that was sent to the guardian's phone and says what it is
 * for. Agreeing again puts the newer guardian and moment in the place of the older.
 * @throws ExpectedError what `LoginCodes.check` does; `forbidden` for those who are not under 14
 */
export async function giveConsent(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  codes: LoginCodes,
  { studentId, phone, code, ip }: { studentId: string; phone: string; code: string; ip: string },
): Promise<Profile> {
  const proof = await codes.check({ phone, purpose: 'guardian', code, ip })
  return database.transaction(async (tx) => {
    await codes.consume(tx, phone, proof)
    const isUnder14 = await setGuardian(tx, studentId, { phone, agreedAt: clock() })
    return isUnder14 ? readProfile(tx, studentId) : fail('forbidden')
  })
}
