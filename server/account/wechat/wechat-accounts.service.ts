import type { Transaction } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import { isDeletionDue } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { createStudent } from '../account.service.ts'
import { readSecurity } from '../account-security.service.ts'
import { eraseIfDue } from '../leaving/deletion-erase.repository.ts'
import { requireFreshProof } from '../proof/fresh-proof.service.ts'
import type { Asking } from '../proof/proof-times.ts'
import {
  completeWechat,
  deleteWechat,
  insertWechat,
  isWechatRace,
  listHolders,
  replaceWechat,
  type WechatIdentity,
} from './wechat-accounts.repository.ts'

/** Which student a WeChat opens. */

type Tx = Transaction<Schema>

/**
 * Students who hold one of the person's ids. An account whose time is over gives its WeChat up, also before the sweep comes by.
 */
const findHolders = async (tx: Tx, identity: WechatIdentity, now: Date) => {
  const holders = await listHolders(tx, identity)
  const over = holders.filter((holder) => isDeletionDue(holder.deletion_requested_at, now))
  for (const { student_id: studentId } of over) await eraseIfDue(tx, { studentId, now })
  return over.length === 0 ? holders : listHolders(tx, identity)
}

/**
 * The student whom this WeChat opens: by unionid, else by openid, else a new one without a phone.
 * @throws what `isWechatRace` knows, when another login was faster; a new transaction finds its student
 */
export async function studentOfWechat(tx: Tx, deps: Deps, identity: WechatIdentity): Promise<string> {
  const now = deps.clock()
  const holders = await findHolders(tx, identity, now)
  const holder = holders.find(({ unionid }) => unionid !== null && unionid === identity.unionid) ?? holders[0]
  if (holder) {
    if (holders.length === 1) await completeWechat(tx, holder.student_id, identity)
    return holder.student_id
  }
  const studentId = (await createStudent(tx, deps, null)) ?? fail('internal')
  await insertWechat(tx, studentId, identity, now)
  return studentId
}

/**
 * Binds a WeChat to the account, in the place of another one that may be there.
 * @throws ExpectedError `fresh_proof_required`, `wechat_taken`
 */
export async function bindWechat(
  { database }: Pick<Deps, 'database'>,
  asking: Asking,
  { openid, unionid }: WechatIdentity,
): Promise<AccountSecurity> {
  const { studentId, now } = asking
  try {
    return await database.transaction(async (tx) => {
      await requireFreshProof(tx, asking)
      const holders = await findHolders(tx, { openid, unionid }, now)
      if (holders.some((holder) => holder.student_id !== studentId)) return fail('wechat_taken')
      const known = holders[0]?.openid === openid ? holders[0].unionid : null
      await replaceWechat(tx, studentId, { openid, unionid: unionid ?? known }, now)
      return readSecurity(tx, asking)
    })
  } catch (error) {
    return isWechatRace(error) ? fail('wechat_taken') : Promise.reject(error)
  }
}

/**
 * Unbinds; again changes nothing. A phone is never taken off an account, so the one that is found stays.
 * @throws ExpectedError `fresh_proof_required`, `last_sign_in_method` for an account without a phone
 */
export function unbindWechat({ database }: Pick<Deps, 'database'>, asking: Asking): Promise<AccountSecurity> {
  return database.transaction(async (tx) => {
    await requireFreshProof(tx, asking)
    const { phoneMasked, wechatBound } = await readSecurity(tx, asking)
    if (wechatBound && phoneMasked === null) return fail('last_sign_in_method')
    await deleteWechat(tx, asking.studentId)
    return readSecurity(tx, asking)
  })
}
