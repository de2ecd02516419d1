import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import { wechatStateSeconds } from '#contract/limits.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashToken } from '#server/http/token.ts'

/**
 * The login state markers: each opens one thing, once, for the browser that began and the student who was signed in
 * there, for five minutes. The database knows their hashes only, so that several processes share them and a copy of
 * the database opens nothing.
 */

type Db = Kysely<Schema>
type State = Schema['wechat_states']

/** Hexadecimal, because WeChat takes letters and digits alone. */
const newMarker = (): string => randomBytes(32).toString('hex')

export function wechatExpiryFrom(now: Date): Date {
  return new Date(now.getTime() + wechatStateSeconds * 1000)
}

/** @returns the marker, which goes to the browser and is kept nowhere */
export async function openState(
  db: Db,
  state: Pick<State, 'purpose'> &
    Partial<Pick<State, 'student_id' | 'qr_login_id' | 'openid' | 'unionid'>> & {
      browserKey: string
      now: Date
    },
): Promise<{ marker: string; expiresAt: Date }> {
  const { browserKey, now, ...columns } = state
  const marker = newMarker()
  const expiresAt = wechatExpiryFrom(now)
  await db
    .insertInto('wechat_states')
    .values({
      ...columns,
      state_hash: hashToken(marker),
      browser_key_hash: hashToken(browserKey),
      expires_at: expiresAt,
    })
    .execute()
  return { marker, expiresAt }
}

type Claim = {
  marker: string
  browserKey: string
  purpose: State['purpose']
  /** Who began; null where no student was signed in. */
  studentId: string | null
  now: Date
}

const isClaimed =
  ({ marker, browserKey, purpose, studentId, now }: Claim) =>
  ({ and, eb }: ExpressionBuilder<Schema, 'wechat_states'>) =>
    and([
      eb('state_hash', '=', hashToken(marker)),
      eb('browser_key_hash', '=', hashToken(browserKey)),
      eb('purpose', '=', purpose),
      eb('student_id', 'is not distinct from', studentId),
      eb('expires_at', '>', now),
    ])

/** Uses a marker up. Who has no right to it learns nothing and takes nothing from its owner. */
export function claimState(
  db: Db,
  claim: Claim,
): Promise<Pick<State, 'qr_login_id' | 'openid' | 'unionid'> | undefined> {
  return db
    .deleteFrom('wechat_states')
    .where(isClaimed(claim))
    .returning(['qr_login_id', 'openid', 'unionid'])
    .executeTakeFirst()
}

/** Whether the marker could be used now. */
export async function isOpenState(db: Db, claim: Claim): Promise<boolean> {
  const found = await db
    .selectFrom('wechat_states')
    .select('purpose')
    .where(isClaimed(claim))
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets what can no longer be used, and with it who was asked. */
export async function dropStaleWechat(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('wechat_states').where('expires_at', '<=', now).execute()
  await db.deleteFrom('wechat_qr_logins').where('expires_at', '<=', now).execute()
}
