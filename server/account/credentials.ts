import type { Kysely } from 'kysely'
import { sessionDays, uploadTicketDays, type UploadTicket } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashToken, newToken } from '#server/http/token.ts'

const dayMs = 86_400_000

/** Opens a session and clears away the student's expired ones. */
export const openSession = async (
  db: Kysely<Schema>,
  { studentId, deviceName, now }: { studentId: string; deviceName: string; now: Date },
): Promise<{ token: string; expiresAt: string }> => {
  await db.deleteFrom('sessions').where('student_id', '=', studentId).where('expires_at', '<=', now).execute()
  const token = newToken('zk_')
  const expiresAt = new Date(now.getTime() + sessionDays * dayMs)
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      student_id: studentId,
      device_name: deviceName,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute()
  return { token, expiresAt: expiresAt.toISOString() }
}

/** Issues an upload ticket; tickets of other devices stay valid. */
export const issueUploadTicket = async (
  db: Kysely<Schema>,
  studentId: string,
  now: Date,
): Promise<UploadTicket> => {
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
      session_id: null,
      student_id: studentId,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute()
  return { ticket, studentId, expiresAt: expiresAt.toISOString() }
}
