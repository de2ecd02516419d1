import type { Transaction } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import { isDeletionDue } from '#server/db/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { createStudent } from './account.service.ts'
import { readSecurity } from './account-security.ts'
import { eraseIfDue } from './deletion-erase.ts'

/** Which student a WeChat opens. */

type Tx = Transaction<Schema>

/** A person, as far as an account remembers one. */
export type WechatIdentity = { openid: string; unionid: string | null }

const readHolders = (tx: Tx, { openid, unionid }: WechatIdentity) =>
  tx
    .selectFrom('wechat_accounts as w')
    .innerJoin('students as s', 's.id', 'w.student_id')
    .select(['w.student_id', 'w.unionid', 'w.openid', 's.deletion_requested_at'])
    .where((row) =>
      row.or([row('w.openid', '=', openid), ...(unionid === null ? [] : [row('w.unionid', '=', unionid)])]),
    )
    .execute()

/**
 * Students who hold one of the person's ids: rarely two, where the first came to be before WeChat told a
 * unionid. An account whose time is over gives its WeChat up, also before the sweep comes by.
 */
const findHolders = async (tx: Tx, identity: WechatIdentity, now: Date) => {
  const holders = await readHolders(tx, identity)
  const over = holders.filter((holder) => isDeletionDue(holder.deletion_requested_at, now))
  for (const { student_id: studentId } of over) await eraseIfDue(tx, { studentId, now })
  return over.length === 0 ? holders : readHolders(tx, identity)
}

/** Two at the same moment meet in a unique key: only one of them has the WeChat then. */
export const isWechatRace = (error: unknown): boolean =>
  /^wechat_accounts_(unionid|openid)_key$/.test((error as { constraint?: string } | null)?.constraint ?? '')

const completeIds = async (tx: Tx, studentId: string, identity: WechatIdentity): Promise<void> => {
  await tx
    .updateTable('wechat_accounts')
    .set((row) => ({
      openid: row.fn.coalesce('openid', row.val(identity.openid)),
      unionid: row.fn.coalesce('unionid', row.val(identity.unionid)),
    }))
    .where('student_id', '=', studentId)
    .where((row) => row.or([row('openid', 'is', null), row('unionid', 'is', null)]))
    .execute()
}

/**
 * The student whom this WeChat opens: by unionid, else by openid, else a new one without a phone.
 * @throws what `isWechatRace` knows, when another login was faster; a new transaction finds its student
 */
export const studentOfWechat = async (tx: Tx, deps: Deps, identity: WechatIdentity): Promise<string> => {
  const now = deps.clock()
  const holders = await findHolders(tx, identity, now)
  const holder = holders.find(({ unionid }) => unionid !== null && unionid === identity.unionid) ?? holders[0]
  if (holder) {
    if (holders.length === 1) await completeIds(tx, holder.student_id, identity)
    return holder.student_id
  }
  const studentId = (await createStudent(tx, deps, null)) ?? fail('internal')
  await tx
    .insertInto('wechat_accounts')
    .values({ student_id: studentId, ...identity, bound_at: now })
    .execute()
  return studentId
}

/**
 * Binds a WeChat to the account, in the place of another one that may be there.
 * @throws ExpectedError `wechat_taken`
 */
export const bindWechat = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  studentId: string,
  { openid, unionid }: WechatIdentity,
): Promise<AccountSecurity> => {
  const now = clock()
  try {
    return await database.transaction(async (tx) => {
      const holders = await findHolders(tx, { openid, unionid }, now)
      if (holders.some((holder) => holder.student_id !== studentId)) return fail('wechat_taken')
      const known = holders[0]?.openid === openid ? holders[0].unionid : null
      await tx
        .insertInto('wechat_accounts')
        .values({ student_id: studentId, openid, unionid: unionid ?? known, bound_at: now })
        .onConflict((conflict) =>
          conflict.column('student_id').doUpdateSet((row) => ({
            openid: row.ref('excluded.openid'),
            unionid: row.ref('excluded.unionid'),
            bound_at: row.ref('excluded.bound_at'),
          })),
        )
        .execute()
      return readSecurity(tx, studentId)
    })
  } catch (error) {
    return isWechatRace(error) ? fail('wechat_taken') : Promise.reject(error)
  }
}

/**
 * Unbinds; again changes nothing. A phone is never taken off an account, so the one that is found stays.
 * @throws ExpectedError `last_sign_in_method` for an account without a phone
 */
export const unbindWechat = (
  { database }: Pick<Deps, 'database'>,
  studentId: string,
): Promise<AccountSecurity> =>
  database.transaction(async (tx) => {
    const { phoneMasked, wechatBound } = await readSecurity(tx, studentId)
    if (wechatBound && phoneMasked === null) return fail('last_sign_in_method')
    await tx.deleteFrom('wechat_accounts').where('student_id', '=', studentId).execute()
    return readSecurity(tx, studentId)
  })
