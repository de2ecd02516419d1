import { Type, type Static } from 'typebox'
import { Id, Named, PageQuery, Slug } from './wire.ts'
import { Card, CardTextSchema, Grade, PackSummary } from './packs.ts'

const KnowledgePointShelf = Type.Object({
  knowledgePoint: Named,
  subject: Named,
  packs: Type.Array(PackSummary),
})

/** The shelves of /resource, for all grades or for one. */
export const Discovery = Type.Object({
  /** Null: all grades. */
  grade: Type.Union([Grade, Type.Null()]),
  /** The editors' choice. */
  featured: Type.Array(PackSummary),
  /** Most studied in the last seven days; newest first while there is no study yet. */
  weekly: Type.Array(PackSummary),
  /** How many of `weekly`, from its beginning, were studied at all; absent: an older server. */
  weeklyStudied: Type.Optional(Type.Integer()),
  knowledgePoints: Type.Array(KnowledgePointShelf),
})
export type Discovery = Static<typeof Discovery>

/** A pack for those who do not have it yet. */
export const DiscoveryItem = Type.Object({
  ...PackSummary.properties,
  intro: CardTextSchema,
  source: Type.String(),
  previewCards: Type.Array(Card),
})
export type DiscoveryItem = Static<typeof DiscoveryItem>

/** Of a reply, `total` counts no further than `maxFound`, and no page reaches beyond: see `limits.ts`. */
export const PackSearchQuery = Type.Object({
  ...PageQuery.properties,
  keyword: Type.String({ minLength: 1, maxLength: 40 }),
})

export const CardSearchQuery = Type.Object({
  gradeId: Type.Optional(Slug),
  cardName: Type.String({ minLength: 1, maxLength: 40 }),
  page: PageQuery.properties.page,
  pageSize: PageQuery.properties.limit,
  asOf: PageQuery.properties.asOf,
})

export const FoundCard = Type.Object({
  id: Id,
  title: Type.String(),
  preview: Type.Boolean(),
  pack: Type.Object({ id: Id, title: Type.String(), label: Type.String(), subject: Named }),
})
export type FoundCard = Static<typeof FoundCard>
