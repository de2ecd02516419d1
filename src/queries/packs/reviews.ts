import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { PackReview, Vote } from '#contract/reviews.ts'
import type { Api } from '#src/api/client.ts'
import { firstPage, itemsOf, nextPage } from '../endless.ts'
import { useRuntime } from '../runtime.ts'
import { ownReview, reviewKey, voteKey, voteRemovalKey, withWaitingVote } from './shown-reviews.ts'
import { useEnqueue, useWaitingCalls, type LateCall, type QueuedCall } from '../sync/waiting-calls.ts'

/** A pack's reviews, newest first; endless. */
export function reviewsQuery(api: Api, packId: string) {
  return infiniteQueryOptions({
    queryKey: ['reviews', packId],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-packs/:id/reviews', { id: packId, ...pageParam, limit: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

/** The reviews with what still waits: the student's votes, and the student's own. */
export function useReviews(packId: string) {
  const { api } = useRuntime()
  const calls = useWaitingCalls()
  const query = useInfiniteQuery(reviewsQuery(api, packId))
  const first = query.data?.pages[0]
  return {
    ...query,
    reviews: itemsOf(query.data)?.map((review) => withWaitingVote(review, calls)),
    mineId: first?.mine?.id ?? null,
    mine: ownReview(first?.mine ?? null, calls, packId),
    rating: first?.rating ?? null,
    total: first?.total ?? 0,
    histogram: first?.histogram ?? [0, 0, 0, 0, 0],
  }
}

export function writeReviewCall(
  packId: string,
  rating: number,
  comment: string,
): LateCall<'POST /card-packs/:id/reviews'> {
  return ['POST /card-packs/:id/reviews', { id: packId, rating, comment }, reviewKey(packId)]
}

export function removeReviewCall(
  packId: string,
  reviewId: string,
): LateCall<'DELETE /card-packs/reviews/:reviewId'> {
  return ['DELETE /card-packs/reviews/:reviewId', { reviewId }, reviewKey(packId)]
}

/** Writes, changes or deletes the own review: at once on screen, sent now or when there is a network. */
export function useOwnReview(packId: string) {
  const enqueue = useEnqueue()
  return {
    write: (rating: number, comment: string): Promise<QueuedCall> =>
      enqueue(...writeReviewCall(packId, rating, comment)),
    remove: (reviewId: string): Promise<QueuedCall> => enqueue(...removeReviewCall(packId, reviewId)),
  }
}

/** Likes or dislikes; the same again takes it back. */
export function voteCall(
  { id: reviewId, myVote }: Pick<PackReview, 'id' | 'myVote'>,
  vote: Exclude<Vote, null>,
): LateCall<`${'POST' | 'DELETE'} /card-packs/reviews/:reviewId/${Exclude<Vote, null>}`> {
  return [
    `${myVote === vote ? 'DELETE' : 'POST'} /card-packs/reviews/:reviewId/${vote}`,
    { reviewId },
    myVote === vote ? voteRemovalKey(reviewId) : voteKey(reviewId),
  ]
}

export function useVote() {
  const enqueue = useEnqueue()
  return (review: Pick<PackReview, 'id' | 'myVote'>, vote: Exclude<Vote, null>): Promise<QueuedCall> =>
    enqueue(...voteCall(review, vote))
}
