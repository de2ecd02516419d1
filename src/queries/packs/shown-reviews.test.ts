import { describe, expect, test } from 'vitest'
import type { PackReview } from '#contract/reviews.ts'
import { ownReview, reviewKey, voteKey, withVote, withWaitingVote } from './shown-reviews.ts'
import type { WaitingCall } from '../sync/waiting-calls.ts'

const review: PackReview = {
  id: 'r',
  author: { name: '同学', avatar: '' },
  rating: 4,
  comment: '不错',
  likes: 3,
  dislikes: 1,
  myVote: null,
  mine: false,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
}
const waiting = (endpoint: WaitingCall['endpoint'], coalesceKey: string, input = {}): WaitingCall => ({
  endpoint,
  coalesceKey,
  input,
})

describe('votes', () => {
  test('exclude each other, and are taken back', () => {
    const liked = withVote(review, 'like')
    expect(liked).toMatchObject({ likes: 4, dislikes: 1, myVote: 'like' })
    expect(withVote(liked, 'dislike')).toMatchObject({ likes: 3, dislikes: 2, myVote: 'dislike' })
    expect(withVote(liked, null)).toMatchObject({ likes: 3, dislikes: 1, myVote: null })
  })

  test('that wait show at once', () => {
    const calls = [waiting('POST /card-packs/reviews/:reviewId/dislike', voteKey('r'))]
    expect(withWaitingVote(review, calls)).toMatchObject({ dislikes: 2, myVote: 'dislike' })
    const back = [waiting('DELETE /card-packs/reviews/:reviewId/like', voteKey('r'))]
    expect(withWaitingVote({ ...review, myVote: 'like' }, back)).toMatchObject({ likes: 2, myVote: null })
    expect(withWaitingVote(review, [])).toBe(review)
  })
})

describe('the own review', () => {
  test('that waits stands before the one that the server has', () => {
    const calls = [waiting('POST /card-packs/:id/reviews', reviewKey('p'), { id: 'p', rating: 2 })]
    expect(ownReview({ ...review, mine: true }, calls, 'p')).toEqual({
      rating: 2,
      comment: '',
      isWaiting: true,
    })
    expect(ownReview({ ...review, mine: true }, [], 'p')).toEqual({
      rating: 4,
      comment: '不错',
      isWaiting: false,
    })
  })

  test('is gone while its deletion waits', () => {
    const calls = [waiting('DELETE /card-packs/reviews/:reviewId', reviewKey('p'))]
    expect(ownReview({ ...review, mine: true }, calls, 'p')).toBeNull()
  })
})
