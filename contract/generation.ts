import { Type, type Static } from 'typebox'
import { maxCardSideLength, maxPackTitleLength, maxPrivateCardsPerRequest } from './limits.ts'
import { Catalogue, Grade, PackProgress } from './packs.ts'
import { Id, Instant, Named, Slug } from './wire.ts'

/** Private packs: made of a student's own notes, readable by that student alone. */

/** One side of a card as it is written: the Markdown subset of `card-text.ts`. */
const CardMarkdown = Type.String({ minLength: 1, maxLength: maxCardSideLength, pattern: '\\S' })

/** A card as its owner writes it. */
export const PrivateCard = Type.Object({
  /** Made by the client: a draft keeps its ids when it is saved, so saving twice changes nothing. */
  id: Id,
  front: CardMarkdown,
  back: CardMarkdown,
  hint: Type.Optional(Type.String({ maxLength: 1000 })),
  explanation: Type.Optional(Type.String({ maxLength: 4000 })),
})
export type PrivateCard = Static<typeof PrivateCard>

const packFields = {
  title: Type.String({ minLength: 1, maxLength: maxPackTitleLength, pattern: '\\S' }),
  gradeId: Slug,
  subjectId: Slug,
}

export const NewPrivatePackBody = Type.Object({
  /** Made by the client; the same id is one pack. */
  packId: Id,
  ...packFields,
  cards: Type.Array(PrivateCard, { maxItems: maxPrivateCardsPerRequest }),
})
export const PrivatePackUpdate = Type.Object({
  title: Type.Optional(packFields.title),
  gradeId: Type.Optional(Slug),
  subjectId: Type.Optional(Slug),
})

export const PrivatePackSummary = Type.Object({
  id: Id,
  title: Type.String(),
  label: Type.String(),
  grade: Grade,
  subject: Named,
  cardCount: Type.Integer(),
  sizeBytes: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Null: never studied. */
  lastStudiedAt: Type.Optional(Type.Union([Instant, Type.Null()])),
  progress: PackProgress,
})
export type PrivatePackSummary = Static<typeof PrivatePackSummary>

export const PrivatePack = Type.Object({
  ...PrivatePackSummary.properties,
  /** In their order. */
  cards: Type.Array(PrivateCard),
  catalogue: Catalogue,
})
export type PrivatePack = Static<typeof PrivatePack>

export const PrivateCardsBody = Type.Object({
  /** New cards are added at the end, known ones are changed in place. */
  cards: Type.Array(PrivateCard, { minItems: 1, maxItems: maxPrivateCardsPerRequest }),
})
