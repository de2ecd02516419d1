import type { Kysely, Transaction } from 'kysely'
import {
  sessionDays,
  sessionIdleDays,
  sessionsAtMost,
  uploadTicketDays,
  type LoginReply,
  type UploadTicket,
} from '#contract/account.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'
import { keepPrintable } from '#server/lib/clean-text.ts'
import { fail } from '#server/lib/errors.ts'
import { endedWaitsBegan } from '../proof/proof-times.ts'
import { hashToken, newToken } from '#server/http/token.ts'

type Db = Kysely<Schema>
/** `wechatOpenid`: of the WeChat that the device's browser is inside of. */
type NewDevice = { studentId: string; deviceName: string; wechatOpenid?: string | null; now: Date }
type Ticket = { studentId: string; sessionId: string; now: Date }

/** Sessions that were last used then, or before, have ended. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - sessionIdleDays * dayMs)
}

/**
 * Leaves room for one more. The sessions longest unused end; what their devices have not sent goes up all the same, by
 * their upload tickets.
 */
const makeRoom = async (db: Db, studentId: string, now: Date): Promise<void> => {
  const standing = db
    .selectFrom('sessions')
    .select('id')
    .where('student_id', '=', studentId)
    .where('revoked_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(sessionsAtMost - 1)
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, wechat_openid: null })
    .where('student_id', '=', studentId)
    .where('id', 'in', standing)
    .execute()
}

/** Remembers who pays inside of WeChat in this session. */
export async function setSessionOpenid(
  db: Db,
  { studentId, sessionId }: { studentId: string; sessionId: string | null },
  openid: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ wechat_openid: openid })
    .where('student_id', '=', studentId)
    .where('id', '=', sessionId)
    .execute()
}

/** Forgets, of all students, the sessions and tickets that have expired. */
export async function dropExpiredCredentials(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<=', idleSince(now))]))
    .execute()
  await db
    .updateTable('sessions')
    .set({ proof_asked_at: null })
    .where('proof_asked_at', '<=', endedWaitsBegan(now))
    .execute()
  await db.deleteFrom('upload_tickets').where('expires_at', '<=', now).execute()
}

/** Opens a session and clears away the student's expired ones. */
const openSession = async (db: Db, { studentId, deviceName, wechatOpenid = null, now }: NewDevice) => {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('expires_at', '<=', now).execute()
  await makeRoom(db, studentId, now)
  const token = newToken('zk_')
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs)
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      // A name that cannot be shown keeps no student out.
      device_name: keepPrintable(deviceName),
      wechat_openid: wechatOpenid,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sessionId, token, expiresAt: expiresAt.toISOString() }
}

/** What is still under way with the ticket before must arrive; who asks for hundreds gets no hundreds of rows. */
const ticketsPerDevice = 5

const makeRoomForTicket = async (db: Db, sessionId: string): Promise<void> => {
  const newest = db
    .selectFrom('upload_tickets')
    .select('token_hash')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .limit(ticketsPerDevice - 1)
  await db
    .deleteFrom('upload_tickets')
    .where('session_id', '=', sessionId)
    .where('token_hash', 'not in', newest)
    .execute()
}

const insertTicket = async (db: Db, { studentId, sessionId, now }: Ticket): Promise<UploadTicket> => {
  await db
    .deleteFrom('upload_tickets')
    .where('student_id', '=', studentId)
    .where('expires_at', '<=', now)
    .execute()
  const ticket = newToken('zt_')
  const expiresAt = new Date(now.getTime() + uploadTicketDays * dayMs)
  await db
    .insertInto('upload_tickets')
    .values({
      token_hash: hashToken(ticket),
      session_id: sessionId,
      student_id: studentId,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute()
  return { ticket, studentId, expiresAt: expiresAt.toISOString() }
}

/** What a device gets when its student signs in: a session, and an upload ticket that belongs to it. */
export async function issueCredentials(
  tx: Transaction<Schema>,
  device: NewDevice,
): Promise<Pick<LoginReply, 'token' | 'expiresAt' | 'uploadTicket'>> {
  const { sessionId, token, expiresAt } = await openSession(tx, device)
  return { token, expiresAt, uploadTicket: await insertTicket(tx, { ...device, sessionId }) }
}

/**
 * Issues one more upload ticket to a session; the last ones given before stay valid. The session's row is held
 * for that time, so that a session that is being signed out from afar cannot come by a new ticket.
 * @throws ExpectedError `session_expired`
 */
export async function issueUploadTicket(tx: Transaction<Schema>, ticket: Ticket): Promise<UploadTicket> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('student_id', '=', ticket.studentId)
    .where('id', '=', ticket.sessionId)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!session) return fail('session_expired')
  await makeRoomForTicket(tx, ticket.sessionId)
  return insertTicket(tx, ticket)
}
