import { Type, type Static } from 'typebox'
import { CardReportBody } from './reviews.ts'
import { Id, Instant, PagedFields } from './wire.ts'

/** 管理: what students reported about cards, and what became of it. */

const Titled = Type.Object({ id: Id, title: Type.String() })
const Problem = CardReportBody.properties.problem

/**
 * What the server can say of a report: `updated`, the card is another one by now; `removed`, it left the library;
 * `closed`, somebody looked at it and left the card as it is; `received`, none of these yet.
 */
export const CardReportStatus = Type.Union([
  Type.Literal('received'),
  Type.Literal('updated'),
  Type.Literal('removed'),
  Type.Literal('closed'),
])
export type CardReportStatus = Static<typeof CardReportStatus>

/** A report of the student who asks. */
export const OwnCardReport = Type.Object({
  id: Id,
  card: Titled,
  pack: Titled,
  problem: Problem,
  comment: Type.String(),
  createdAt: Instant,
  status: CardReportStatus,
})
export type OwnCardReport = Static<typeof OwnCardReport>

export const OwnCardReports = Type.Object({
  ...PagedFields,
  /** Newest first. */
  items: Type.Array(OwnCardReport),
  /** Whether the operator has named this account: see `OpenCardReport`. */
  isStaff: Type.Boolean(),
})

/** A card with open reports, for staff. It says nothing of who reported. */
export const OpenCardReport = Type.Object({
  /** Of the card. */
  id: Id,
  title: Type.String(),
  pack: Titled,
  reports: Type.Integer(),
  problems: Type.Array(Problem),
  comments: Type.Array(Type.String()),
  /** The card is another one since, or gone. */
  changed: Type.Boolean(),
  /** Where the card is written; null where the library's files no longer have it. */
  source: Type.Union([Type.Object({ file: Type.String(), line: Type.Integer() }), Type.Null()]),
})
export type OpenCardReport = Static<typeof OpenCardReport>

export const ClosedCardReports = Type.Object({ closed: Type.Integer() })
