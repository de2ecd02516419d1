import type { Vote } from '#contract/reviews.ts'
import { pageOf } from '#server/sql/paging.ts'
import type { Deps } from '#server/deps.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { Handlers } from '#server/http/route.ts'
import { deleteReview, readReviews, writeReview } from './reviews.service.ts'
import { changeVote } from './votes.service.ts'

export function reviewRoutes(deps: Deps) {
  const limiter = createRateLimiter(deps)
  const voting =
    (vote: NonNullable<Vote>, given: boolean) =>
    ({ reviewId }: { reviewId: string }, { studentId }: { studentId: string }) =>
      changeVote(deps, limiter, { reviewId, studentId, vote, given })

  return {
    'GET /card-packs/:id/reviews': ({ id, ...query }, { studentId }) =>
      readReviews(deps, { packId: id, studentId }, pageOf(query, deps.clock())),

    'POST /card-packs/:id/reviews': ({ id, rating, comment }, { studentId }) =>
      writeReview(deps, limiter, { packId: id, studentId, rating, comment }),

    'DELETE /card-packs/reviews/:reviewId': async ({ reviewId }, { studentId }) => {
      await deleteReview(deps, { reviewId, studentId })
      return {}
    },

    'POST /card-packs/reviews/:reviewId/like': voting('like', true),
    'DELETE /card-packs/reviews/:reviewId/like': voting('like', false),
    'POST /card-packs/reviews/:reviewId/dislike': voting('dislike', true),
    'DELETE /card-packs/reviews/:reviewId/dislike': voting('dislike', false),
  } satisfies Partial<Handlers>
}
