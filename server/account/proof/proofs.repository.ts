import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { endedWaitsBegan, type Asking } from './proof-times.ts'

type Db = Kysely<Schema>
type Session = Pick<Asking, 'studentId' | 'sessionId'>

/** What a session's row says of its proof. */
export type ProofColumns = { proved_at: Date | null; proof_asked_at: Date | null }

/** Undefined for a session that is over. */
export function findProof(db: Db, { studentId, sessionId }: Session): Promise<ProofColumns | undefined> {
  return db
    .selectFrom('sessions')
    .select(['proved_at', 'proof_asked_at'])
    .where('student_id', '=', studentId)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function setProved(db: Db, { studentId, sessionId, now }: Asking): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('student_id', '=', studentId)
    .where('id', '=', sessionId)
    .execute()
}

/** @returns whether there was one */
export async function endWaits(db: Db, studentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ proof_asked_at: null })
    .where('student_id', '=', studentId)
    .where('proof_asked_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What was proven with the number before says nothing of the new one. */
export async function endProofs(db: Db, studentId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proof_asked_at: null, proved_at: null })
    .where('student_id', '=', studentId)
    .execute()
}

/** Begins the wait. @returns the old number; undefined where this session waits already, or is over */
export function claimWait(
  db: Db,
  { studentId, sessionId, now }: Asking,
): Promise<{ phone: string | null } | undefined> {
  return db
    .updateTable('sessions')
    .from('students')
    .set({ proof_asked_at: now })
    .whereRef('students.id', '=', 'sessions.student_id')
    .where('sessions.student_id', '=', studentId)
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where((row) =>
      row.or([
        row('sessions.proof_asked_at', 'is', null),
        row('sessions.proof_asked_at', '<=', endedWaitsBegan(now)),
      ]),
    )
    .returning('students.phone')
    .executeTakeFirst()
}

export async function dropWait(db: Db, { studentId, sessionId }: Session): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proof_asked_at: null })
    .where('student_id', '=', studentId)
    .where('id', '=', sessionId)
    .execute()
}

type Wait = { id: string; device_name: string; proof_asked_at: Date | null }

/** The wait of a session that stands and has not let its time pass. */
export function findWait(db: Db, studentId: string, now: Date): Promise<Wait | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id', 'device_name', 'proof_asked_at'])
    .where('student_id', '=', studentId)
    .where('proof_asked_at', '>', endedWaitsBegan(now))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('proof_asked_at')
    .limit(1)
    .executeTakeFirst()
}

/** The first wait of the student; the sweep takes what is over. */
export function findShownWait(
  db: Db,
  studentId: string,
): Promise<Pick<Wait, 'device_name' | 'proof_asked_at'> | undefined> {
  return db
    .selectFrom('sessions')
    .select(['device_name', 'proof_asked_at'])
    .where('student_id', '=', studentId)
    .where('proof_asked_at', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('proof_asked_at')
    .executeTakeFirst()
}
