import { Type, type Static } from 'typebox'
import { CardTextSchema } from './packs.ts'
import { Id, Named, Slug } from './wire.ts'

export const CardFacesQuery = Type.Object({
  /** Chosen by the device at the start of a feed: the same seed gives the same order. */
  seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  /** `next` of the page before; absent: from the start. */
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 10 })),
  /** A grade or a school stage. */
  gradeId: Type.Optional(Slug),
  subjectId: Type.Optional(Slug),
})

export const CardFace = Type.Object({
  id: Id,
  title: Type.String(),
  front: CardTextSchema,
  /** Null where the pack is locked and the card is no preview. */
  back: Type.Union([CardTextSchema, Type.Null()]),
  tag: Type.Optional(Type.String()),
  pack: Type.Object({ id: Id, title: Type.String(), label: Type.String(), subject: Named, grade: Named }),
})
export type CardFace = Static<typeof CardFace>

/** No card comes twice until all have come; then a new round begins in another order. */
export const CardFaces = Type.Object({
  items: Type.Array(CardFace),
  /** Null: no card matches the filter at all. */
  next: Type.Union([Type.String(), Type.Null()]),
})
export type CardFaces = Static<typeof CardFaces>
