import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { LoginReply } from '#contract/account.ts'
import { welcomeCoins } from '#contract/coin-rules.ts'
import { isDeletionDue } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { issueCredentials } from './sign-in/credentials.repository.ts'
import { eraseIfDue } from './leaving/deletion-erase.repository.ts'
import { endWaits } from './proof/proofs.repository.ts'
import type { LoginCodes } from './sign-in/login-codes.service.ts'
import { readProfile } from './profile.service.ts'
import { findPhoneHolder, insertStudent } from './students.repository.ts'

/** Drawn by chance: a name must not give away digits of the phone. */
const firstName = (): string => `同学${String(randomInt(10_000)).padStart(4, '0')}`

/** With a wallet and its welcome. @returns undefined when the phone has a student already */
export async function createStudent(
  tx: Transaction<Schema>,
  deps: Deps,
  phone: string | null,
): Promise<string | undefined> {
  const studentId = deps.newId()
  const student = { id: studentId, phone, name: firstName(), now: deps.clock() }
  if (!(await insertStudent(tx, student))) return undefined
  await deps.wallet.open(tx, studentId)
  await deps.wallet.post(tx, studentId, { kind: 'welcome', reference: 'welcome', amount: welcomeCoins })
  return studentId
}

const studentWith = async (tx: Transaction<Schema>, deps: Deps, phone: string): Promise<string> => {
  const now = deps.clock()
  const known = await findPhoneHolder(tx, phone)
  if (known && !isDeletionDue(known.deletion_requested_at, now)) return known.id
  // The account's time is over, and the sweep has not come by yet: a student who signs in now gets a new account.
  if (known) await eraseIfDue(tx, { studentId: known.id, now })
  return (await createStudent(tx, deps, phone)) ?? studentWith(tx, deps, phone)
}

/** What signing in gives, however one did it. */
export async function openAccount(
  tx: Transaction<Schema>,
  { clock }: Pick<Deps, 'clock'>,
  device: { studentId: string; deviceName: string; wechatOpenid?: string | null },
): Promise<LoginReply> {
  const credentials = await issueCredentials(tx, { ...device, now: clock() })
  return { ...credentials, profile: await readProfile(tx, device.studentId) }
}

/**
 * Signs in with a code, making the student at the first login. One transaction: a student without a wallet,
 * or a used code without a session, cannot come about.
 * @throws ExpectedError what `LoginCodes.check` does
 */
export async function signIn(
  deps: Deps,
  codes: LoginCodes,
  { phone, code, ip, deviceName = '' }: { phone: string; code: string; ip: string; deviceName?: string },
): Promise<LoginReply> {
  const proof = await codes.check({ phone, purpose: 'login', code, ip })
  return deps.database.transaction(async (tx) => {
    await codes.consume(tx, phone, proof)
    const studentId = await studentWith(tx, deps, phone)
    // Who has the number needs no wait, and ends one that another person began.
    await endWaits(tx, studentId)
    return openAccount(tx, deps, { studentId, deviceName })
  })
}
