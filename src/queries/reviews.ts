import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { PackReview, Vote } from '#contract/reviews.ts'
import type { Api } from '#src/api/client.ts'
import { firstPage, itemsOf, nextPage } from './endless.ts'
import { useRuntime } from './runtime.ts'
import { ownReview, reviewKey, voteKey, withWaitingVote } from './shown-reviews.ts'
import { useEnqueue, useWaitingCalls } from './waiting-calls.ts'

/** A pack's reviews, newest first; endless. */
export const reviewsQuery = (api: Api, packId: string) =>
  infiniteQueryOptions({
    queryKey: ['reviews', packId],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-packs/:id/reviews', { id: packId, ...pageParam, limit: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

/** The reviews with what still waits: the student's votes, and the student's own. */
export const useReviews = (packId: string) => {
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

/** Writes, changes or deletes the own review: at once on screen, sent now or when there is a network. */
export const useOwnReview = (packId: string) => {
  const enqueue = useEnqueue()
  return {
    write: (rating: number, comment: string): Promise<void> =>
      enqueue('POST /card-packs/:id/reviews', { id: packId, rating, comment }, reviewKey(packId)),
    remove: (reviewId: string): Promise<void> =>
      enqueue('DELETE /card-packs/reviews/:reviewId', { reviewId }, reviewKey(packId)),
  }
}

/** Likes or dislikes; the same again takes it back. */
export const useVote = () => {
  const enqueue = useEnqueue()
  return (review: Pick<PackReview, 'id' | 'myVote'>, vote: Exclude<Vote, null>): Promise<void> => {
    const verb = review.myVote === vote ? 'DELETE' : 'POST'
    return enqueue(
      `${verb} /card-packs/reviews/:reviewId/${vote}`,
      { reviewId: review.id },
      voteKey(review.id),
    )
  }
}
