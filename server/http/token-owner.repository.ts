import type { Kysely } from 'kysely'
import { sessionIdleDays } from '#contract/account.ts'
import { dayMs } from '#contract/study-day.ts'
import { deletionAtOf } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TokenKind } from './token.ts'

/** Whose token it is, as the database knows it. */
export type TokenOwner = {
  studentId: string
  /** Null for an upload ticket. */
  sessionId: string | null
  /** The token's own end, or the account's where that comes first. */
  endsAtMs: number
  /** Under 14, and no guardian has agreed yet. */
  awaitsConsent: boolean
}

type Db = Kysely<Schema>

/** How exact "last seen" is: one write an hour and session. */
const touchAfterMs = 3_600_000

type StudentColumns = {
  student_id: string
  expires_at: Date
  deletion_requested_at: Date | null
  age_band: string | null
  guardian_agreed_at: Date | null
}

const studentColumns = [
  't.student_id',
  't.expires_at',
  'st.deletion_requested_at',
  'st.age_band',
  'st.guardian_agreed_at',
] as const

const ownerFrom = (row: StudentColumns, sessionId: string | null): TokenOwner => ({
  studentId: row.student_id,
  sessionId,
  endsAtMs: Math.min(
    row.expires_at.getTime(),
    deletionAtOf(row.deletion_requested_at)?.getTime() ?? Number.POSITIVE_INFINITY,
  ),
  awaitsConsent: row.age_band === 'under14' && row.guardian_agreed_at === null,
})

const findSession = async (db: Db, hash: Buffer, now: Date): Promise<TokenOwner | undefined> => {
  const row = await db
    .selectFrom('sessions as t')
    .innerJoin('students as st', 'st.id', 't.student_id')
    .select([...studentColumns, 't.id', 't.last_seen_at'])
    .where('t.token_hash', '=', hash)
    .where('t.revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const unusedMs = now.getTime() - row.last_seen_at.getTime()
  if (unusedMs >= touchAfterMs && unusedMs < sessionIdleDays * dayMs) {
    await db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', hash).execute()
  }
  const owner = ownerFrom(row, row.id)
  return {
    ...owner,
    endsAtMs: Math.min(owner.endsAtMs, row.last_seen_at.getTime() + sessionIdleDays * dayMs),
  }
}

const findTicket = async (db: Db, hash: Buffer): Promise<TokenOwner | undefined> => {
  const row = await db
    .selectFrom('upload_tickets as t')
    .innerJoin('students as st', 'st.id', 't.student_id')
    .select(studentColumns)
    .where('t.token_hash', '=', hash)
    .where('t.revoked_at', 'is', null)
    .executeTakeFirst()
  return row && ownerFrom(row, null)
}

/** @returns undefined for a token that was never given, or was revoked; the caller looks at `endsAtMs` */
export function findTokenOwner(
  db: Db,
  { kind, hash, now }: { kind: TokenKind; hash: Buffer; now: Date },
): Promise<TokenOwner | undefined> {
  return kind === 'zk_' ? findSession(db, hash, now) : findTicket(db, hash)
}

/** Ends the session of a token. */
export async function revokeSession(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, wechat_openid: null })
    .where('token_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute()
}
