import { Type, type Static } from 'typebox'
import { Day, Id, Instant, PageQuery, Slug, UtcOffsetMinutes } from './wire.ts'

/** Coins: whole numbers, and every change of a balance is a ledger entry. */

export const LedgerKind = Type.Union([
  Type.Literal('welcome'),
  Type.Literal('unlock'),
  Type.Literal('daily_goal'),
  Type.Literal('recharge'),
  Type.Literal('refund'),
])
/** Why a ledger entry was written. */
export type LedgerKind = Static<typeof LedgerKind>

export const LedgerEntry = Type.Object({
  id: Id,
  kind: LedgerKind,
  /** What it was for in words: a pack's title, a study day; empty where the kind says all. */
  subject: Type.String(),
  /** Positive: gained; negative: spent. */
  amount: Type.Integer(),
  balanceAfter: Type.Integer(),
  createdAt: Instant,
})
export type LedgerEntry = Static<typeof LedgerEntry>

export const BalanceHistoryQuery = Type.Object({
  ...PageQuery.properties,
  direction: Type.Optional(Type.Union([Type.Literal('income'), Type.Literal('expense')])),
  kind: Type.Optional(LedgerKind),
  /** First and last day, both included, in the student's calendar. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  utcOffsetMinutes: Type.Optional(UtcOffsetMinutes),
})
export type BalanceHistoryQuery = Static<typeof BalanceHistoryQuery>

/** A number of coins that can be bought. Prices in fen, as payment providers count. */
export const Product = Type.Object({
  id: Slug,
  name: Type.String(),
  coins: Type.Integer(),
  /** Given on top. */
  bonusCoins: Type.Integer(),
  priceCents: Type.Integer(),
  /** A word for the corner, e.g. 最划算; empty: none. */
  badge: Type.String(),
})
export type Product = Static<typeof Product>
export const Products = Type.Object({ products: Type.Array(Product) })
