import type { Transaction } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { readSecurity } from './account-security.ts'
import { eraseIfDue } from './deletion-erase.ts'
import type { LoginCodes } from './login-codes.ts'

/** An account whose time is over gives its phone up, also before the sweep comes by. */
const freePhone = async (tx: Transaction<Schema>, phone: string, now: Date): Promise<void> => {
  const holder = await tx.selectFrom('students').select('id').where('phone', '=', phone).executeTakeFirst()
  if (holder) await eraseIfDue(tx, { studentId: holder.id, now })
}

/** Two that bind one phone at the same moment meet in its unique key. */
const isTaken = (error: unknown): boolean =>
  (error as { constraint?: string } | null)?.constraint === 'students_phone_key'

/**
 * Binds a phone, or changes it. Whoever proves the new number learns whether it has an account; nobody else.
 * @throws ExpectedError what `LoginCodes.check` does, `phone_taken`
 */
export const changePhone = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  codes: LoginCodes,
  { studentId, phone, code, ip }: { studentId: string; phone: string; code: string; ip: string },
): Promise<AccountSecurity> => {
  const proof = await codes.check({ phone, purpose: 'phone', code, ip })
  try {
    return await database.transaction(async (tx) => {
      await codes.consume(tx, phone, proof)
      await freePhone(tx, phone, clock())
      await tx.updateTable('students').set({ phone }).where('id', '=', studentId).execute()
      return readSecurity(tx, studentId)
    })
  } catch (error) {
    return isTaken(error) ? fail('phone_taken') : Promise.reject(error)
  }
}
