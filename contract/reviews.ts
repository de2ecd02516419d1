import { Type, type Static } from 'typebox'
import { maxCommentLength } from './limits.ts'
import { Id, Instant, PagedFields } from './wire.ts'

/** Pack reviews (评价); a review of a card is a `StudyAnswer`. */

export const Vote = Type.Union([Type.Literal('like'), Type.Literal('dislike'), Type.Null()])
export type Vote = Static<typeof Vote>

export const PackReview = Type.Object({
  id: Id,
  author: Type.Object({ name: Type.String(), avatar: Type.String() }),
  /** 1 to 5. */
  rating: Type.Integer(),
  comment: Type.String(),
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  /** What the student who asks has given it. */
  myVote: Vote,
  mine: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type PackReview = Static<typeof PackReview>

export const PackReviews = Type.Object({
  ...PagedFields,
  /** Newest first; without the student's own, which is `mine`. */
  items: Type.Array(PackReview),
  mine: Type.Union([PackReview, Type.Null()]),
  /** Over all reviews of the pack. */
  rating: Type.Union([Type.Number(), Type.Null()]),
  /** How many gave 1, 2, 3, 4, 5. */
  histogram: Type.Array(Type.Integer(), { minItems: 5, maxItems: 5 }),
})
export type PackReviews = Static<typeof PackReviews>

export const ReviewBody = Type.Object({
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.Optional(Type.String({ maxLength: maxCommentLength })),
})

export const VoteReply = Type.Object({
  reviewId: Id,
  likes: Type.Integer(),
  dislikes: Type.Integer(),
  myVote: Vote,
})
export type VoteReply = Static<typeof VoteReply>

/** 报错: what is wrong with a card. */
export const CardReportBody = Type.Object({
  /** Made by the client; the same id is one report. */
  reportId: Id,
  problem: Type.Union([
    Type.Literal('wrong_answer'),
    Type.Literal('typo'),
    Type.Literal('unclear'),
    Type.Literal('other'),
  ]),
  comment: Type.Optional(Type.String({ maxLength: maxCommentLength })),
})
