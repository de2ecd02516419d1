import type { Kysely, Transaction } from 'kysely'
import type { Device } from '#contract/security.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/lib/errors.ts'
import { idleSince } from './sign-in/credentials.repository.ts'

/** A device is a session: signing one out from afar also ends the upload tickets that were issued to it. */

type Asking = { studentId: string; sessionId: string }

/** Sessions that still stand, the one last used first. */
export async function listDevices(
  db: Kysely<Schema>,
  { studentId, sessionId, now }: Asking & { now: Date },
): Promise<Device[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device_name', 'created_at', 'last_seen_at'])
    .where('student_id', '=', studentId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now))
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.device_name,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    current: row.id === sessionId,
  }))
}

const revokeTicketsOf = async (tx: Transaction<Schema>, studentId: string, sessionId: string, now: Date) => {
  await tx
    .updateTable('upload_tickets')
    .set({ revoked_at: now })
    .where('student_id', '=', studentId)
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Signs one device out; doing it again changes nothing. Sessions come before tickets, in the order in which
 * `issueUploadTicket` holds them.
 * @throws ExpectedError `not_found`, also for another student's device
 */
export function signOutDevice(
  database: Database,
  { studentId, deviceId, now }: { studentId: string; deviceId: string; now: Date },
): Promise<void> {
  return database.transaction(async (tx) => {
    const session = await tx
      .updateTable('sessions')
      .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(now)), wechat_openid: null }))
      .where('student_id', '=', studentId)
      .where('id', '=', deviceId)
      .returning('id')
      .executeTakeFirst()
    if (!session) return fail('not_found')
    await revokeTicketsOf(tx, studentId, session.id, now)
  })
}

/** Signs out all devices but the one that asks, with every ticket that is not its own. */
export function signOutOthers(
  database: Database,
  { studentId, sessionId, now }: Asking & { now: Date },
): Promise<void> {
  return database.transaction(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ revoked_at: now, wechat_openid: null })
      .where('student_id', '=', studentId)
      .where('id', '<>', sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    await tx
      .updateTable('upload_tickets')
      .set({ revoked_at: now })
      .where('student_id', '=', studentId)
      // Tickets from before they belonged to sessions have no owner.
      .where((row) => row.or([row('session_id', 'is', null), row('session_id', '<>', sessionId)]))
      .where('revoked_at', 'is', null)
      .execute()
  })
}
