import type { Transaction } from 'kysely'
import type { Vote, VoteReply } from '#contract/reviews.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit.ts'
import { findAccess } from './packs.repository.ts'
import { isHiddenAuthor, lockReview } from './reviews.repository.ts'
import { findVote, setVoteCounts, storeVote } from './votes.repository.ts'

/** The rules of votes on reviews: one a student and review, none on one's own. */

type Tx = Transaction<Schema>
type VoteRequest = {
  reviewId: string
  studentId: string
  vote: NonNullable<Vote>
  /** False takes this vote back and leaves the other one alone. */
  given: boolean
}

/** Far beyond what a student means to say: each vote holds the review's row. */
const dailyVotes = (studentId: string): RateLimit => ({
  key: `vote:${studentId}`,
  limit: 1000,
  windowMs: dayMs,
})

/** Holds the review, so that its counters are always those of its votes. */
const holdReview = async (tx: Tx, { reviewId, studentId }: VoteRequest) => {
  const review = await lockReview(tx, reviewId)
  return review && (await findAccess(tx, review.pack_id, studentId)) ? review : fail('not_found')
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
export async function changeVote(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  limiter: RateLimiter,
  request: VoteRequest,
): Promise<VoteReply> {
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
      await setVoteCounts(tx, reviewId, { likes, dislikes })
    }
    return { reviewId, likes, dislikes, myVote }
  })
}
