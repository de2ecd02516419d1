import type { Kysely } from 'kysely'
import type { Vote } from '#contract/reviews.ts'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>
type Voter = { reviewId: string; studentId: string }

export async function findVote(db: Db, { reviewId, studentId }: Voter): Promise<Vote> {
  const row = await db
    .selectFrom('review_votes')
    .select('vote')
    .where('student_id', '=', studentId)
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
  return row?.vote ?? null
}

/** In place of the vote that may be there; null takes it away. */
export async function storeVote(
  db: Db,
  { reviewId, studentId }: Voter,
  vote: Vote,
  now: Date,
): Promise<void> {
  if (vote === null) {
    await db
      .deleteFrom('review_votes')
      .where('student_id', '=', studentId)
      .where('review_id', '=', reviewId)
      .execute()
    return
  }
  await db
    .insertInto('review_votes')
    .values({ student_id: studentId, review_id: reviewId, vote, voted_at: now })
    .onConflict((conflict) =>
      conflict.columns(['student_id', 'review_id']).doUpdateSet({ vote, voted_at: now }),
    )
    .execute()
}

/** The counters of the votes, which the review's row holds. */
export async function setVoteCounts(
  db: Db,
  reviewId: string,
  counts: { likes: number; dislikes: number },
): Promise<void> {
  await db.updateTable('pack_reviews').set(counts).where('id', '=', reviewId).execute()
}
