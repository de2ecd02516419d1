import type { Transaction } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { readSecurity } from '../account-security.service.ts'
import { eraseIfDue } from '../leaving/deletion-erase.repository.ts'
import { requireFreshProof } from '../proof/fresh-proof.service.ts'
import type { Asking } from '../proof/proof-times.ts'
import { endProofs } from '../proof/proofs.repository.ts'
import { findStudent, isPhoneRace, setPhone } from '../students.repository.ts'
import type { LoginCodes } from './login-codes.service.ts'

/** An account whose time is over gives its phone up, also before the sweep comes by. */
const freePhone = async (tx: Transaction<Schema>, phone: string, now: Date): Promise<void> => {
  const studentId = await findStudent(tx, phone)
  if (studentId !== null) await eraseIfDue(tx, { studentId, now })
}

/**
 * Binds a phone, or changes it. Only who proves the new number learns whether it has an account.
 * @throws ExpectedError what `LoginCodes.check` does, `fresh_proof_required`, `phone_taken`
 */
export async function changePhone(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  codes: LoginCodes,
  { phone, code, ip, ...asking }: Asking & { phone: string; code: string; ip: string },
): Promise<AccountSecurity> {
  await requireFreshProof(database.db, asking)
  const { studentId } = asking
  const proof = await codes.check({ phone, purpose: 'phone', code, ip })
  try {
    return await database.transaction(async (tx) => {
      await codes.consume(tx, phone, proof)
      await freePhone(tx, phone, clock())
      await setPhone(tx, studentId, phone)
      await endProofs(tx, studentId)
      return readSecurity(tx, asking)
    })
  } catch (error) {
    return isPhoneRace(error) ? fail('phone_taken') : Promise.reject(error)
  }
}
