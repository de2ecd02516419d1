import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { wechatPollAfterMs } from '#contract/limits.ts'
import type { WechatLoginStatus, WechatQrReply } from '#contract/wechat.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { hashToken } from '#server/http/token.ts'
import type { WechatIdentity } from './wechat-accounts.repository.ts'
import { wechatExpiryFrom } from './wechat-states.repository.ts'

/** QR codes that sign a browser in: one browser shows it, a phone scans and confirms it, that browser uses it. */

type Db = Kysely<Schema>

/** A confirmation in a code's last second is still fetched: the browser asks every `wechatPollAfterMs`. */
const confirmedMs = 60_000

/** The code holds an address of ours: what happens at WeChat begins there, on the phone. */
export async function createQrLogin(
  { database, clock, newId }: Pick<Deps, 'database' | 'clock' | 'newId'>,
  { browserKey, publicUrl }: { browserKey: string; publicUrl: string },
): Promise<WechatQrReply> {
  const secret = randomBytes(32).toString('base64url')
  const sessionId = newId()
  const expiresAt = wechatExpiryFrom(clock())
  await database.db
    .insertInto('wechat_qr_logins')
    .values({
      id: sessionId,
      scan_hash: hashToken(secret),
      browser_key_hash: hashToken(browserKey),
      status: 'pending',
      expires_at: expiresAt,
    })
    .execute()
  return {
    sessionId,
    url: `${publicUrl}/wechat/qr/${secret}`,
    expiresAt: expiresAt.toISOString(),
    pollAfterMs: wechatPollAfterMs,
  }
}

/** `expired` also for one that was used, was declined on the phone, or never was. */
export async function qrLoginStatus(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<WechatLoginStatus['status']> {
  const found = await db
    .selectFrom('wechat_qr_logins')
    .select('status')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found === undefined || found.status === 'cancelled' ? 'expired' : found.status
}

/**
 * Several phones may scan one code, or one phone twice: the first to confirm has it.
 * @throws ExpectedError `wechat_state_invalid`
 */
export async function scanQrLogin(db: Db, secret: string, now: Date): Promise<string> {
  const scanned = await db
    .updateTable('wechat_qr_logins')
    .set({ status: 'scanned' })
    .where('scan_hash', '=', hashToken(secret))
    .where('status', 'in', ['pending', 'scanned'])
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return scanned ? scanned.id : fail('wechat_state_invalid')
}

/**
 * What the phone decides, once. A confirmed code stands for a minute at least, however old it is.
 * @param identity null: it does not want to
 * @throws ExpectedError `wechat_state_invalid` when it is too late, or another phone was faster
 */
export async function decideQrLogin(
  db: Db,
  { qrLoginId, identity, now }: { qrLoginId: string; identity: WechatIdentity | null; now: Date },
): Promise<void> {
  const inAMinute = new Date(now.getTime() + confirmedMs)
  const expiresAt = sql<Date>`greatest(expires_at, ${inAMinute}::timestamptz)`
  const { numUpdatedRows } = await db
    .updateTable('wechat_qr_logins')
    .set(identity ? { status: 'confirmed', ...identity, expires_at: expiresAt } : { status: 'cancelled' })
    .where('id', '=', qrLoginId)
    .where('status', '=', 'scanned')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) fail('wechat_state_invalid')
}

/**
 * Uses a confirmed code up, for the browser that showed it.
 * @throws ExpectedError `wechat_state_invalid`
 */
export async function takeConfirmed(
  db: Db,
  { sessionId, browserKey, now }: { sessionId: string; browserKey: string; now: Date },
): Promise<WechatIdentity> {
  const taken = await db
    .deleteFrom('wechat_qr_logins')
    .where('id', '=', sessionId)
    .where('browser_key_hash', '=', hashToken(browserKey))
    .where('status', '=', 'confirmed')
    .where('expires_at', '>', now)
    .returning(['openid', 'unionid'])
    .executeTakeFirst()
  return taken?.openid ? { openid: taken.openid, unionid: taken.unionid } : fail('wechat_state_invalid')
}
