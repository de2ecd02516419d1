import { h5OrderLifetimeMinutes, orderLifetimeMinutes } from '#contract/coin-rules.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import type { OrderedGoods, OrderRequest } from './between-words.ts'
import { gatewayOf } from './find-gateway.ts'
import { refuseBeyondOrderLimits } from './order-limits.ts'
import {
  findOrder,
  insertOrder,
  readSessionOpenid,
  storePayAction,
  takeTurnToAsk,
  type StoredOrder,
} from './orders.repository.ts'
import { askProviderOrKeep, settleOrder } from './settlement.service.ts'

/** Orders: what was asked for, how it stands, and giving it up. */

type OrderDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet' | 'payment' | 'packGrant'>

const askAgainAfterMs = 3_000

const beginPayment = async (
  deps: OrderDeps,
  order: StoredOrder,
  request: OrderRequest,
): Promise<StoredOrder> => {
  if (order.status !== 'pending' || order.pay !== null) return order
  const { db } = deps.database
  const pay = await gatewayOf(deps, order.payment_method)
    .start({
      orderId: order.id,
      title: order.title,
      amountCents: order.price_cents,
      expiresAt: order.expires_at,
      scene: order.scene ?? 'native',
      // Of the session: a child often pays in a parent's WeChat, which must not become the child's account.
      openid: await readSessionOpenid(db, request),
      clientIp: request.clientIp,
      siteUrl: request.siteUrl,
    })
    .catch((error: unknown) => {
      deps.log.error({ err: error, orderId: order.id }, 'the payment provider did not begin a payment')
      return fail('unavailable')
    })
  await storePayAction(db, order.id, pay)
  return { ...order, pay }
}

/** Makes the order unless there is one of its id; only then it counts. */
const makeOrderOnce = async (deps: OrderDeps, request: OrderRequest, goods: OrderedGoods): Promise<void> => {
  const { orderId, studentId } = request
  const now = deps.clock()
  const minutes = request.scene === 'h5' ? h5OrderLifetimeMinutes : orderLifetimeMinutes
  const order = {
    ...goods,
    id: orderId,
    studentId,
    paymentMethod: request.paymentMethod,
    scene: request.scene ?? 'native',
    now,
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  }
  await deps.database.transaction(async (tx) => {
    if (await insertOrder(tx, order)) await refuseBeyondOrderLimits(deps, tx, { orderId, studentId })
  })
}

/** See `PlaceOrder`. */
export async function placeOrder(
  deps: OrderDeps,
  request: OrderRequest,
  goods: OrderedGoods,
): Promise<StoredOrder> {
  gatewayOf(deps, request.paymentMethod)
  await makeOrderOnce(deps, request, goods)
  const order = await findOrder(deps.database.db, request.orderId)
  if (!order || order.student_id !== request.studentId) return fail('not_found')
  return beginPayment(deps, order, request)
}

/** An order as it stands; asks the provider when that was not done in the last seconds. @throws ExpectedError `not_found` */
export async function orderNow(deps: OrderDeps, orderId: string): Promise<StoredOrder> {
  const { db } = deps.database
  const order = (await findOrder(db, orderId)) ?? fail('not_found')
  if (order.status !== 'pending') return order
  const now = deps.clock()
  const notAskedSince = new Date(now.getTime() - askAgainAfterMs)
  const isOurTurn = await takeTurnToAsk(db, orderId, { now, notAskedSince })
  return isOurTurn ? askProviderOrKeep(deps, order) : order
}

/** What became of an order that the provider did not close: paid, or closed before, without our knowing. */
const settleUnclosed = async (deps: OrderDeps, order: StoredOrder, reason: unknown): Promise<StoredOrder> => {
  deps.log.warn({ err: reason, orderId: order.id }, 'the payment provider did not close an order')
  const settled = await askProviderOrKeep(deps, order)
  if (settled.status === 'pending') return fail('unavailable')
  return settled.status === 'paid' ? fail('order_closed') : settled
}

/**
 * Gives an unpaid order up, at the provider first.
 * @throws ExpectedError `not_found`; `order_closed` when it is paid, also when only the provider knew;
 * `unavailable` when the provider does not answer; `payment_method_unavailable` when it was switched off
 */
export async function closeOrder(deps: OrderDeps, orderId: string, studentId: string): Promise<StoredOrder> {
  const order = await findOrder(deps.database.db, orderId)
  if (!order || order.student_id !== studentId) return fail('not_found')
  if (order.status === 'paid' || order.status === 'refunded') return fail('order_closed')
  if (order.status !== 'pending') return order
  const gateway = gatewayOf(deps, order.payment_method)
  try {
    await gateway.close(orderId)
  } catch (error) {
    return settleUnclosed(deps, order, error)
  }
  return settleOrder(deps, orderId, { state: 'closed' })
}
