import type { Transaction } from 'kysely'
import type { CashMethod, OrderWithPayment, PaymentScene } from '#contract/orders.ts'
import type { Schema } from '#server/db/schema.ts'

/** What the wallet and the packs do for each other: neither imports the other, `create-deps.ts` hands these over. */

export type OrderRequest = {
  orderId: string
  studentId: string
  paymentMethod: CashMethod
  scene: PaymentScene | undefined
  /** The session that asks: it knows who pays inside WeChat. */
  sessionId: string | null
  clientIp: string
  siteUrl: string
}

/** What an order is for: coins of a product, or a pack. */
export type OrderedGoods = {
  title: string
  coins: number
  priceCents: number
  productId: string | null
  packId: string | null
}

/**
 * The order of this id; made, and its payment begun, when there is none. Sent twice it is one order.
 * @throws ExpectedError `payment_method_unavailable`; `not_found` when the id is another student's order;
 * `too_many_requests` for one more than a student may begin or leave open; `unavailable` when the provider does
 * not answer: the same call tries again
 */
export type PlaceOrder = (request: OrderRequest, goods: OrderedGoods) => Promise<OrderWithPayment>

/** What an order does to a pack, in the transaction that settles it. */
export type PackGrant = {
  /** @returns false when the student has the pack already */
  grantPack: (
    tx: Transaction<Schema>,
    order: { studentId: string; packId: string; paymentMethod: string; now: Date },
  ) => Promise<boolean>
  /** Comes last in its transaction: it holds the pack's row. */
  takePackBack: (tx: Transaction<Schema>, order: { studentId: string; packId: string }) => Promise<void>
}
