import { Type, type Static } from 'typebox'
import { maxCardsPerRequest } from './constants.ts'
import { Id, Instant, Named, PageQuery, Slug, UtcOffsetMinutes } from './wire.ts'
import { OrderWithPayment, PaymentMethod, PaymentScene } from './orders.ts'
import type { CardText } from './text/card-text.ts'

export const Stage = Type.Union([Type.Literal('小学'), Type.Literal('初中'), Type.Literal('高中')])
export type Stage = Static<typeof Stage>
export const Grade = Type.Object({ id: Slug, name: Type.String(), stage: Stage })
export type Grade = Static<typeof Grade>

/** `categories-tree`: grade, subject, knowledge point, each with the number of packs below it. */
export const CategoriesTree = Type.Object({
  grades: Type.Array(
    Type.Object({
      id: Slug,
      name: Type.String(),
      stage: Stage,
      packCount: Type.Integer(),
      subjects: Type.Array(
        Type.Object({
          id: Slug,
          name: Type.String(),
          packCount: Type.Integer(),
          knowledgePoints: Type.Array(
            Type.Object({ id: Slug, name: Type.String(), packCount: Type.Integer() }),
          ),
        }),
      ),
    }),
  ),
})
export type CategoriesTree = Static<typeof CategoriesTree>

const summaryFields = {
  id: Id,
  title: Type.String(),
  /** The vertical label on the cover, 2 to 6 characters. */
  label: Type.String(),
  summary: Type.String(),
  grade: Grade,
  subject: Named,
  knowledgePoint: Named,
  teacher: Named,
  /** 0 is free; a free pack is unlocked like any other. */
  priceCoins: Type.Integer(),
  cardCount: Type.Integer(),
  /** Bytes on the wire for the whole pack, compressed. */
  sizeBytes: Type.Integer(),
  /** Mean of the pack reviews, 1 to 5; null while there is none. */
  rating: Type.Union([Type.Number(), Type.Null()]),
  reviewCount: Type.Integer(),
  learnerCount: Type.Integer(),
}

/** A pack as every student sees it: safe in a shared cache. */
export const PackSummary = Type.Object(summaryFields)
export type PackSummary = Static<typeof PackSummary>

/** The card Markdown, prepared when the pack was written: see `card-text.ts`. */
export const CardTextSchema = Type.Unsafe<CardText>(Type.Array(Type.Unknown()))

/** A teacher, or an editorial desk, and what it has published. */
export const TeacherPage = Type.Object({
  teacher: Type.Object({ id: Slug, name: Type.String(), subject: Named, bio: CardTextSchema }),
  cardCount: Type.Integer(),
  learnerCount: Type.Integer(),
  /** Newest first. */
  packs: Type.Array(PackSummary),
})
export type TeacherPage = Static<typeof TeacherPage>

/** A pack with what it is to the student who asks. */
export const CardPack = Type.Object({
  ...summaryFields,
  intro: CardTextSchema,
  source: Type.String(),
  previewCount: Type.Integer(),
  unlocked: Type.Boolean(),
  unlockedAt: Type.Union([Instant, Type.Null()]),
  favorited: Type.Boolean(),
})
export type CardPack = Static<typeof CardPack>

export const CatalogueCard = Type.Object({
  id: Id,
  title: Type.String(),
  /** Hash of the content; a downloaded card of the same hash need not be fetched again. */
  hash: Type.String(),
  preview: Type.Boolean(),
})
export type CatalogueCard = Static<typeof CatalogueCard>

/** A pack's chapters and card titles; the ETag of the reply begins with `version`. */
export const Catalogue = Type.Object({
  packId: Id,
  version: Type.String(),
  chapters: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), cards: Type.Array(CatalogueCard) }),
  ),
})
export type Catalogue = Static<typeof Catalogue>

export const Card = Type.Object({
  id: Id,
  packId: Id,
  title: Type.String(),
  hash: Type.String(),
  front: CardTextSchema,
  back: CardTextSchema,
  hint: Type.Optional(CardTextSchema),
  explanation: Type.Optional(CardTextSchema),
  /** The shortest answer in plain text, for choices and typed answers. */
  answer: Type.Optional(Type.String()),
  /** At most four characters, shown on the card's corner. */
  tag: Type.Optional(Type.String()),
})
export type Card = Static<typeof Card>

export const CardDetailsBody = Type.Object({
  cardIds: Type.Array(Id, { minItems: 1, maxItems: maxCardsPerRequest }),
})
export const CardDetails = Type.Object({
  cards: Type.Array(Card),
  /** Ids of this pack that stay closed until it is unlocked. */
  locked: Type.Array(Id),
})
export type CardDetails = Static<typeof CardDetails>

export const UnlockBody = Type.Object({
  paymentMethod: Type.Optional(Type.Unsafe<PaymentMethod>({ ...PaymentMethod, default: 'balance' })),
  /** With another method than the balance: the order's id, made by the client, and how to pay. */
  orderId: Type.Optional(Id),
  scene: Type.Optional(PaymentScene),
})
export const UnlockReply = Type.Object({
  packId: Id,
  /** Null while the order waits for its payment. */
  unlockedAt: Type.Union([Instant, Type.Null()]),
  /** Coins taken by this call: 0 when the pack was unlocked before, or is paid with money. */
  charged: Type.Integer(),
  /** The balance after it. */
  coins: Type.Integer(),
  /** With another method than the balance. */
  order: Type.Optional(OrderWithPayment),
})
export type UnlockReply = Static<typeof UnlockReply>

export const FavoriteReply = Type.Object({ packId: Id, favorited: Type.Boolean() })

/** What a student has done in one pack, in cards. */
export const PackProgress = Type.Object({
  /** Answered at least once. */
  seen: Type.Integer(),
  /** Stability of 21 days or more: Anki's "mature". */
  mastered: Type.Integer(),
  /** Due before the end of the student's study day. */
  due: Type.Integer(),
})
export type PackProgress = Static<typeof PackProgress>

export const UnlockedPack = Type.Object({
  ...summaryFields,
  unlockedAt: Instant,
  lastStudiedAt: Type.Union([Instant, Type.Null()]),
  progress: PackProgress,
  /** The version of its catalogue: a device that holds it need not ask. */
  catalogueVersion: Type.Optional(Type.String()),
})
export type UnlockedPack = Static<typeof UnlockedPack>

export const UnlockedQuery = Type.Object({
  ...PageQuery.properties,
  gradeId: Type.Optional(Slug),
  subjectId: Type.Optional(Slug),
  knowledgePointId: Type.Optional(Slug),
  keyword: Type.Optional(Type.String({ maxLength: 40 })),
  sortField: Type.Optional(
    Type.Union([
      Type.Literal('unlockedAt'),
      Type.Literal('lastStudiedAt'),
      Type.Literal('title'),
      Type.Literal('progress'),
      Type.Literal('due'),
    ]),
  ),
  sortOrder: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  /** Says where the student's study day ends, for `progress.due`; absent: due counts up to now. */
  utcOffsetMinutes: Type.Optional(UtcOffsetMinutes),
})
export type UnlockedQuery = Static<typeof UnlockedQuery>
