import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

/** A person, as far as an account remembers one. */
export type WechatIdentity = { openid: string; unionid: string | null }

/** Students who hold one of the person's ids: rarely two, where the first came to be before WeChat gave a unionid. */
export function listHolders(db: Db, { openid, unionid }: WechatIdentity) {
  return db
    .selectFrom('wechat_accounts as w')
    .innerJoin('students as s', 's.id', 'w.student_id')
    .select(['w.student_id', 'w.unionid', 'w.openid', 's.deletion_requested_at'])
    .where((row) =>
      row.or([row('w.openid', '=', openid), ...(unionid === null ? [] : [row('w.unionid', '=', unionid)])]),
    )
    .execute()
}

/** The ids of the WeChat that opens the account. */
export function findWechat(db: Db, studentId: string) {
  return db
    .selectFrom('wechat_accounts')
    .select(['openid', 'unionid'])
    .where('student_id', '=', studentId)
    .executeTakeFirst()
}

/** Two at the same moment meet in a unique key: only one of them has the WeChat then. */
export function isWechatRace(error: unknown): boolean {
  return /^wechat_accounts_(unionid|openid)_key$/.test(
    (error as { constraint?: string } | null)?.constraint ?? '',
  )
}

/** Adds the id that the account does not know yet. */
export async function completeWechat(db: Db, studentId: string, identity: WechatIdentity): Promise<void> {
  await db
    .updateTable('wechat_accounts')
    .set((row) => ({
      openid: row.fn.coalesce('openid', row.val(identity.openid)),
      unionid: row.fn.coalesce('unionid', row.val(identity.unionid)),
    }))
    .where('student_id', '=', studentId)
    .where((row) => row.or([row('openid', 'is', null), row('unionid', 'is', null)]))
    .execute()
}

/** Of a new student. @throws what `isWechatRace` knows */
export async function insertWechat(
  db: Db,
  studentId: string,
  identity: WechatIdentity,
  now: Date,
): Promise<void> {
  await db
    .insertInto('wechat_accounts')
    .values({ student_id: studentId, ...identity, bound_at: now })
    .execute()
}

/** In the place of another one that may be there. @throws what `isWechatRace` knows */
export async function replaceWechat(
  db: Db,
  studentId: string,
  { openid, unionid }: WechatIdentity,
  now: Date,
): Promise<void> {
  await db
    .insertInto('wechat_accounts')
    .values({ student_id: studentId, openid, unionid, bound_at: now })
    .onConflict((conflict) =>
      conflict.column('student_id').doUpdateSet((row) => ({
        openid: row.ref('excluded.openid'),
        unionid: row.ref('excluded.unionid'),
        bound_at: row.ref('excluded.bound_at'),
      })),
    )
    .execute()
}

export async function deleteWechat(db: Db, studentId: string): Promise<void> {
  await db.deleteFrom('wechat_accounts').where('student_id', '=', studentId).execute()
}
