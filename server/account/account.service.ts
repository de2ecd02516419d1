import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { defaultStudyConfig, type LoginReply } from '#contract/account.ts'
import { defaultThemeId } from '#contract/constants.ts'
import { welcomeCoins } from '#contract/coin-rules.ts'
import { isDeletionDue } from '#server/db/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { issueCredentials } from './credentials.ts'
import { eraseIfDue } from './deletion-erase.ts'
import type { LoginCodes } from './login-codes.ts'
import { readProfile } from './profile.ts'

/** Drawn by chance: a name must not give away digits of the phone. */
const firstName = (): string => `同学${String(randomInt(10_000)).padStart(4, '0')}`

/** With a wallet and its welcome. @returns undefined when the phone has a student already */
export const createStudent = async (
  tx: Transaction<Schema>,
  deps: Deps,
  phone: string | null,
): Promise<string | undefined> => {
  const now = deps.clock()
  const created = await tx
    .insertInto('students')
    .values({
      id: deps.newId(),
      phone,
      name: firstName(),
      theme_id: defaultThemeId,
      study_config: JSON.stringify(defaultStudyConfig),
      agreed_at: now,
      created_at: now,
      deleted_at: null,
    })
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return undefined
  await tx.insertInto('study_totals').values({ student_id: created.id }).execute()
  await deps.wallet.open(tx, created.id)
  await deps.wallet.post(tx, created.id, { kind: 'welcome', reference: 'welcome', amount: welcomeCoins })
  return created.id
}

const studentWith = async (tx: Transaction<Schema>, deps: Deps, phone: string): Promise<string> => {
  const now = deps.clock()
  const known = await tx
    .selectFrom('students')
    .select(['id', 'deletion_requested_at'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (known && !isDeletionDue(known.deletion_requested_at, now)) return known.id
  // The account's time is over, and the sweep has not come by yet: whoever signs in now begins anew.
  if (known) await eraseIfDue(tx, { studentId: known.id, now })
  return (await createStudent(tx, deps, phone)) ?? studentWith(tx, deps, phone)
}

/** What signing in gives, however one did it. */
export const openAccount = async (
  tx: Transaction<Schema>,
  { clock }: Pick<Deps, 'clock'>,
  device: { studentId: string; deviceName: string; wechatOpenid?: string | null },
): Promise<LoginReply> => {
  const credentials = await issueCredentials(tx, { ...device, now: clock() })
  return { ...credentials, profile: await readProfile(tx, device.studentId) }
}

/**
 * Signs in with a code, making the student at the first login. One transaction: a student without a wallet,
 * or a used code without a session, cannot come about.
 * @throws ExpectedError what `LoginCodes.check` does
 */
export const signIn = async (
  deps: Deps,
  codes: LoginCodes,
  { phone, code, ip, deviceName = '' }: { phone: string; code: string; ip: string; deviceName?: string },
): Promise<LoginReply> => {
  const proof = await codes.check({ phone, purpose: 'login', code, ip })
  return deps.database.transaction(async (tx) => {
    await codes.consume(tx, phone, proof)
    const studentId = await studentWith(tx, deps, phone)
    return openAccount(tx, deps, { studentId, deviceName })
  })
}
