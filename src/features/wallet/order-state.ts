import type { Order, OrderStatus } from '#contract/orders.ts'

export type OrderState = OrderStatus | 'refunding' | 'refundProblem'

/** What the page says of an order: where money goes back, what becomes of it matters most. */
export function orderState({ status, refund }: Pick<Order, 'status' | 'refund'>): OrderState {
  if (refund === 'processing') return 'refunding'
  if (refund === 'problem') return 'refundProblem'
  return refund === 'done' ? 'refunded' : status
}
