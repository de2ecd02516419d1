import type { PackReview, Vote } from '#contract/reviews.ts'
import type { WaitingCall } from '../sync/waiting-calls.ts'

/** Reviews as the student sees them: the server's word with the votes and the review that still wait. */

export function voteKey(reviewId: string): string {
  return `vote:${reviewId}`
}
/**
 * Taking back a vote does not replace the vote that waits, but follows it: the server may have another one, which only
 * the waiting one takes away.
 */
export function voteRemovalKey(reviewId: string): string {
  return `vote-removal:${reviewId}`
}
export function reviewKey(packId: string): string {
  return `review:${packId}`
}

const votes = ['like', 'dislike'] as const

/** What the last waiting call comes to; undefined when none waits. */
const waitingVote = (calls: readonly WaitingCall[], reviewId: string): Vote | undefined => {
  const keys = [voteKey(reviewId), voteRemovalKey(reviewId)]
  const call = calls.findLast((waiting) => keys.includes(waiting.coalesceKey))
  if (call === undefined) return undefined
  if (call.endpoint.startsWith('DELETE')) return null
  return call.endpoint.endsWith('dislike') ? 'dislike' : 'like'
}

/** A vote takes the place of the one before it: likes and dislikes exclude each other. */
export function withVote(review: PackReview, vote: Vote): PackReview {
  const count = (kind: (typeof votes)[number]): number =>
    Number(vote === kind) - Number(review.myVote === kind)
  return {
    ...review,
    myVote: vote,
    likes: review.likes + count('like'),
    dislikes: review.dislikes + count('dislike'),
  }
}

export function withWaitingVote(review: PackReview, calls: readonly WaitingCall[]): PackReview {
  const vote = waitingVote(calls, review.id)
  return vote === undefined ? review : withVote(review, vote)
}

export type OwnReview = { rating: number; comment: string; isWaiting: boolean }

/** The student's own review: what waits counts before what the server has. */
export function ownReview(
  mine: PackReview | null,
  calls: readonly WaitingCall[],
  packId: string,
): OwnReview | null {
  const call = calls.find((waiting) => waiting.coalesceKey === reviewKey(packId))
  if (call === undefined) return mine && { rating: mine.rating, comment: mine.comment, isWaiting: false }
  if (call.endpoint.startsWith('DELETE')) return null
  const { rating, comment = '' } = call.input as { rating: number; comment?: string }
  return { rating, comment, isWaiting: true }
}
