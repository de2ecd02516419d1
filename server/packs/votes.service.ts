import type { Transaction } from 'kysely'
import type { Vote, VoteReply } from '#contract/reviews.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit.ts'
import { findAccess } from './packs.repository.ts'
import { isHiddenAuthor } from './reviews.repository.ts'

/** The rules of votes on reviews: one a student and review, none on one's own. */

type Tx = Transaction<Schema>
type VoteRequest = {
  reviewId: string
  studentId: string
  vote: NonNullable<Vote>
  /** False takes this vote back and leaves the other one alone. */
  given: boolean
}

/** Far beyond what anybody means to say: each vote holds the review's row. */
const dailyVotes = (studentId: string): RateLimit => ({
  key: `vote:${studentId}`,
  limit: 1000,
  windowMs: 86_400_000,
})

/** Holds the review, so that its counters are always those of its votes. */
const holdReview = async (tx: Tx, { reviewId, studentId }: VoteRequest) => {
  const review = await tx
    .selectFrom('pack_reviews')
    .select(['student_id', 'pack_id', 'likes', 'dislikes'])
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst()
  return review && (await findAccess(tx, review.pack_id, studentId)) ? review : fail('not_found')
}

const findVote = async (tx: Tx, { reviewId, studentId }: VoteRequest): Promise<Vote> => {
  const row = await tx
    .selectFrom('review_votes')
    .select('vote')
    .where('student_id', '=', studentId)
    .where('review_id', '=', reviewId)
    .executeTakeFirst()
  return row?.vote ?? null
}

const storeVote = async (
  tx: Tx,
  { reviewId, studentId }: VoteRequest,
  vote: Vote,
  now: Date,
): Promise<void> => {
  if (vote === null) {
    await tx
      .deleteFrom('review_votes')
      .where('student_id', '=', studentId)
      .where('review_id', '=', reviewId)
      .execute()
    return
  }
  await tx
    .insertInto('review_votes')
    .values({ student_id: studentId, review_id: reviewId, vote, voted_at: now })
    .onConflict((conflict) =>
      conflict.columns(['student_id', 'review_id']).doUpdateSet({ vote, voted_at: now }),
    )
    .execute()
}

const resultOf = (before: Vote, { vote, given }: VoteRequest): Vote => {
  if (given) return vote
  return before === vote ? null : before
}

/**
 * Gives a vote, in place of the other one, or takes it back. Repeating it changes nothing.
 * @throws ExpectedError `not_found` for a review that this student cannot see, unless a vote on it is taken back;
 * `forbidden` for a vote on one's own; `too_many_requests`
 */
export const changeVote = async (
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  limiter: RateLimiter,
  request: VoteRequest,
): Promise<VoteReply> => {
  await limiter.take(dailyVotes(request.studentId))
  return database.transaction(async (tx) => {
    const { reviewId } = request
    const review = await holdReview(tx, request)
    const isOwn = review.student_id === request.studentId
    if (request.given && isOwn) return fail('forbidden')
    const before = await findVote(tx, request)
    const myVote = resultOf(before, request)
    const isTakenBack = before !== null && myVote === null
    if (!isOwn && !isTakenBack && (await isHiddenAuthor(tx, review.student_id))) return fail('not_found')
    const countOf = (vote: Vote, stored: number): number =>
      stored + Number(myVote === vote) - Number(before === vote)
    const likes = countOf('like', review.likes)
    const dislikes = countOf('dislike', review.dislikes)
    if (myVote !== before) {
      await storeVote(tx, request, myVote, clock())
      await tx.updateTable('pack_reviews').set({ likes, dislikes }).where('id', '=', reviewId).execute()
    }
    return { reviewId, likes, dislikes, myVote }
  })
}
