import type { Kysely, Transaction } from 'kysely'
import { sessionDays, uploadTicketDays, type LoginReply, type UploadTicket } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import { keepPrintable } from '#server/http/clean-text.ts'
import { fail } from '#server/http/errors.ts'
import { hashToken, newToken } from '#server/http/token.ts'

const dayMs = 86_400_000

type Db = Kysely<Schema>
/** `wechatOpenid`: of the WeChat that the device's browser is inside of. */
type NewDevice = { studentId: string; deviceName: string; wechatOpenid?: string | null; now: Date }
type Ticket = { studentId: string; sessionId: string; now: Date }

/** Forgets, of all students, the sessions and tickets that have expired. */
export const dropExpiredCredentials = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('upload_tickets').where('expires_at', '<=', now).execute()
}

/** Opens a session and clears away the student's expired ones. */
const openSession = async (db: Db, { studentId, deviceName, wechatOpenid = null, now }: NewDevice) => {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('expires_at', '<=', now).execute()
  const token = newToken('zk_')
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs)
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      // A name that cannot be shown keeps nobody out.
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
export const issueCredentials = async (
  tx: Transaction<Schema>,
  device: NewDevice,
): Promise<Pick<LoginReply, 'token' | 'expiresAt' | 'uploadTicket'>> => {
  const { sessionId, token, expiresAt } = await openSession(tx, device)
  return { token, expiresAt, uploadTicket: await insertTicket(tx, { ...device, sessionId }) }
}

/**
 * Issues one more upload ticket to a session; tickets given before stay valid. The session's row is held
 * meanwhile, so that a session that is being signed out from afar cannot come by a new ticket.
 * @throws ExpectedError `session_expired`
 */
export const issueUploadTicket = async (tx: Transaction<Schema>, ticket: Ticket): Promise<UploadTicket> => {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('student_id', '=', ticket.studentId)
    .where('id', '=', ticket.sessionId)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return session ? insertTicket(tx, ticket) : fail('session_expired')
}
