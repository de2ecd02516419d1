import type { Kysely, Selectable } from 'kysely'
import { dayMs } from '#contract/study-day.ts'
import type { SecurityEventKind } from '#contract/security.ts'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

/** How long events are kept. */
const securityLogDays = 180

export async function findDeviceName(
  db: Db,
  { studentId, sessionId }: { studentId: string | null; sessionId: string },
): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('device_name')
    .where('student_id', '=', studentId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.device_name
}

type NewEvent = {
  id: string
  studentId: string | null
  happenedAt: Date
  kind: SecurityEventKind
  refusal: string | null
  means: string
  network: string
  deviceName: string
}

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      id: event.id,
      student_id: event.studentId,
      happened_at: event.happenedAt,
      kind: event.kind,
      refusal: event.refusal,
      means: event.means,
      network: event.network,
      device_name: event.deviceName,
    })
    .execute()
}

export async function dropOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - securityLogDays * dayMs)
  await db.deleteFrom('security_events').where('happened_at', '<', before).execute()
}

export type ListedEvent = Selectable<Schema['security_events']>

/** For the operator, the oldest first. */
export function listEvents(
  db: Db,
  { studentId, since }: { studentId: string | undefined; since: Date },
): Promise<ListedEvent[]> {
  return db
    .selectFrom('security_events')
    .select(['id', 'student_id', 'happened_at', 'kind', 'refusal', 'means', 'network', 'device_name'])
    .where('happened_at', '>=', since)
    .$if(studentId !== undefined, (query) => query.where('student_id', '=', studentId!))
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
}

/** The session of a token, also one that has ended. */
export function findSessionOfToken(
  db: Db,
  hash: Buffer,
): Promise<{ id: string; student_id: string } | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'student_id'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}
