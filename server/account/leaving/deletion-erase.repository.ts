import { sql, type Transaction } from 'kysely'
import { deletionsDueAt } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'

/** Takes a student out of the database. A test looks for tables about students that this file has forgotten. */

type Tx = Transaction<Schema>

/** Rows that are about the student and nothing else. */
const erasedTables = [
  'card_states',
  'study_undos',
  'study_answers',
  'study_days',
  'study_packs',
  'study_streaks',
  'study_totals',
  'card_reports',
  'favorites',
  'unlocks',
  'ledger_entries',
  'wallets',
  'wechat_accounts',
  'wechat_states',
  'upload_tickets',
  'sessions',
  'security_events',
] as const satisfies readonly (keyof Schema)[]

/** With all that points to them, so that no stray row could keep an account from being erased. */
const erasePrivatePacks = async (tx: Tx, studentId: string): Promise<void> => {
  const packs = tx.selectFrom('card_packs').select('id').where('owner_id', '=', studentId)
  await tx.deleteFrom('favorites').where('pack_id', 'in', packs).execute()
  await tx.deleteFrom('unlocks').where('pack_id', 'in', packs).execute()
  await tx.deleteFrom('cards').where('pack_id', 'in', packs).execute()
  await tx.deleteFrom('chapters').where('pack_id', 'in', packs).execute()
  await tx.deleteFrom('card_packs').where('owner_id', '=', studentId).execute()
}

/**
 * Holds what the student's opinions went into: packs before reviews, as everybody does, and each by their ids, so
 * that two who are erased at once wait for each other in one direction. A vote that is being given to one of the
 * student's reviews is then there to be deleted.
 */
const holdOpinions = async (tx: Tx, studentId: string): Promise<void> => {
  const own = tx.selectFrom('pack_reviews').where('student_id', '=', studentId)
  await tx
    .selectFrom('card_packs')
    .select('id')
    .where('id', 'in', own.select('pack_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const votedOn = tx.selectFrom('review_votes').select('review_id as id').where('student_id', '=', studentId)
  await tx
    .selectFrom('pack_reviews')
    .select('id')
    .where('id', 'in', own.select('id').union(votedOn))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Takes the student's opinions out of the sums that they went into. */
const eraseReviews = async (tx: Tx, studentId: string): Promise<void> => {
  await holdOpinions(tx, studentId)
  const own = tx.selectFrom('pack_reviews').select('id').where('student_id', '=', studentId)
  await sql`
    update pack_reviews r set
      likes = r.likes - (v.vote = 'like')::integer,
      dislikes = r.dislikes - (v.vote = 'dislike')::integer
    from review_votes v
    where v.review_id = r.id and v.student_id = ${studentId}`.execute(tx)
  await tx
    .deleteFrom('review_votes')
    .where((row) => row.or([row('student_id', '=', studentId), row('review_id', 'in', own)]))
    .execute()
  await sql`
    update card_packs p set
      rating_sum = p.rating_sum - r.rating,
      review_count = p.review_count - 1,
      rating_counts[r.rating] = p.rating_counts[r.rating] - 1
    from pack_reviews r
    where p.id = r.pack_id and r.student_id = ${studentId}`.execute(tx)
  await tx.deleteFrom('pack_reviews').where('student_id', '=', studentId).execute()
}

/** The books keep what was sold and for how much, not to whom. */
const forgetBuyer = async (tx: Tx, studentId: string): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ student_id: null, pay: null })
    .where('student_id', '=', studentId)
    .execute()
}

/** Their keys end with whose they are. */
const forgetLimits = async (tx: Tx, studentId: string): Promise<void> => {
  await tx.deleteFrom('rate_limits').where('key', 'like', `%:${studentId}`).execute()
}

/** Leaves `learner_count` as it is: it says how many have learnt a pack, not who. */
const eraseStudent = async (tx: Tx, studentId: string): Promise<void> => {
  for (const table of erasedTables) {
    await tx.deleteFrom(table).where('student_id', '=', studentId).execute()
  }
  await forgetLimits(tx, studentId)
  await forgetBuyer(tx, studentId)
  await eraseReviews(tx, studentId)
  await erasePrivatePacks(tx, studentId)
  await tx.deleteFrom('students').where('id', '=', studentId).execute()
}

/**
 * Erases the student if the account's time is over. The row is held first: a deletion that is being taken back
 * is waited for, and of two that erase at once the second finds no student. With `skipLocked` nothing is waited for:
 * the process that holds the row has the work.
 * @returns whether it did
 */
export async function eraseIfDue(
  tx: Tx,
  { studentId, now, skipLocked = false }: { studentId: string; now: Date; skipLocked?: boolean },
): Promise<boolean> {
  const due = await tx
    .selectFrom('students')
    .select('id')
    .where('id', '=', studentId)
    .where('deletion_requested_at', '<=', deletionsDueAt(now))
    .forUpdate()
    .$if(skipLocked, (query) => query.skipLocked())
    .executeTakeFirst()
  if (!due) return false
  await eraseStudent(tx, studentId)
  return true
}
