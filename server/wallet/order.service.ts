import { h5OrderLifetimeMinutes, orderLifetimeMinutes } from '#contract/coin-rules.ts'
import type { CashMethod, OrderWithPayment, PaymentScene } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/http/errors.ts'
import { createOrderLimits } from './order-limits.ts'
import * as store from './orders.repository.ts'
import type { StoredOrder } from './orders.repository.ts'
import { createReconcile } from './reconciliation.ts'
import { createRefunds, type Refunds } from './refunds.ts'
import { createSettlement, type PackGrant, type Settlement } from './settlement.ts'

/** Orders: what was asked for, what the provider says of it, and what the student gets, once. */

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

type Bought = {
  title: string
  coins: number
  priceCents: number
  productId: string | null
  packId: string | null
}

export type OrderService = Pick<Settlement, 'settle' | 'paymentTold'> &
  Pick<Refunds, 'refund' | 'refundTold'> & {
    /**
     * The order of this id; made, and its payment begun, when there is none. Sent twice it is one order.
     * @throws ExpectedError `payment_method_unavailable`; `not_found` when the id is another student's order;
     * `too_many_requests` for one more than a student may begin or leave open; `unavailable` when the provider does
     * not answer: the same call tries again
     */
    order: (request: OrderRequest, bought: Bought) => Promise<StoredOrder>
    /** An order as it stands; asks the provider when that was not done in the last seconds. @throws ExpectedError `not_found` */
    look: (orderId: string) => Promise<StoredOrder>
    /** An order as its student, and whoever knows its id, sees it. */
    shown: (order: StoredOrder) => OrderWithPayment
    /**
     * Gives an unpaid order up, at the provider first.
     * @throws ExpectedError `not_found`; `order_closed` when it is paid, also when only the provider knew;
     * `unavailable` when the provider does not answer; `payment_method_unavailable` when it was switched off
     */
    close: (orderId: string, studentId: string) => Promise<StoredOrder>
    /**
     * Asks about orders in doubt, closes what is over, and repeats refunds that were not confirmed.
     * @param signal ends it between two orders
     * @returns how many
     */
    reconcile: (signal?: AbortSignal) => Promise<number>
  }

type OrderDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'wallet'> & {
  gateways: readonly PaymentGateway[]
  packs: PackGrant
}

const lookEveryMs = 3_000

export const createOrderService = (deps: OrderDeps): OrderService => {
  const { database, clock, log } = deps
  const findGateway = (method: CashMethod): PaymentGateway | undefined =>
    deps.gateways.find((gateway) => gateway.method === method)
  const gatewayOf = (method: CashMethod): PaymentGateway =>
    findGateway(method) ?? fail('payment_method_unavailable')
  const settlement = createSettlement({ ...deps, findGateway })
  const refunds = createRefunds({ ...deps, gatewayOf, settlement })
  const refuseBeyondLimits = createOrderLimits(deps)

  const begin = async (order: StoredOrder, request: OrderRequest): Promise<StoredOrder> => {
    if (order.status !== 'pending' || order.pay !== null) return order
    const pay = await gatewayOf(order.payment_method)
      .start({
        orderId: order.id,
        title: order.title,
        amountCents: order.price_cents,
        expiresAt: order.expires_at,
        scene: order.scene ?? 'native',
        openid: await openidOf(request),
        clientIp: request.clientIp,
        siteUrl: request.siteUrl,
      })
      .catch((error: unknown) => {
        log.error({ err: error, orderId: order.id }, 'the payment provider did not begin a payment')
        return fail('unavailable')
      })
    await store.keepPayAction(database.db, order.id, pay)
    return { ...order, pay }
  }

  /** Of the session: a child often pays in a parent's WeChat, which must not become the child's account. */
  const openidOf = async ({ studentId, sessionId }: OrderRequest): Promise<string | null> => {
    if (sessionId === null) return null
    const session = await database.db
      .selectFrom('sessions')
      .select('wechat_openid')
      .where('id', '=', sessionId)
      .where('student_id', '=', studentId)
      .executeTakeFirst()
    return session?.wechat_openid ?? null
  }

  /** Makes the order unless there is one of its id; only then it counts. */
  const insert = async (request: OrderRequest, bought: Bought): Promise<void> => {
    const { orderId, studentId } = request
    const now = clock()
    const minutes = request.scene === 'h5' ? h5OrderLifetimeMinutes : orderLifetimeMinutes
    const order = {
      ...bought,
      id: orderId,
      studentId,
      paymentMethod: request.paymentMethod,
      scene: request.scene ?? 'native',
      now,
      expiresAt: new Date(now.getTime() + minutes * 60_000),
    }
    await database.transaction(async (tx) => {
      if (await store.insertOrder(tx, order)) await refuseBeyondLimits(tx, { orderId, studentId })
    })
  }

  /** What became of an order that the provider did not close: paid, or closed before, without our knowing. */
  const settleUnclosed = async (order: StoredOrder, reason: unknown): Promise<StoredOrder> => {
    log.warn({ err: reason, orderId: order.id }, 'the payment provider did not close an order')
    const settled = await settlement.askOrKeep(order)
    if (settled.status === 'pending') return fail('unavailable')
    return settled.status === 'paid' ? fail('order_closed') : settled
  }

  return {
    order: async (request, bought) => {
      gatewayOf(request.paymentMethod)
      await insert(request, bought)
      const order = await store.findOrder(database.db, request.orderId)
      if (!order || order.student_id !== request.studentId) return fail('not_found')
      return begin(order, request)
    },

    look: async (orderId) => {
      const order = (await store.findOrder(database.db, orderId)) ?? fail('not_found')
      if (order.status !== 'pending') return order
      const now = clock()
      const notAskedSince = new Date(now.getTime() - lookEveryMs)
      const isOurTurn = await store.takeTurnToAsk(database.db, orderId, { now, notAskedSince })
      return isOurTurn ? settlement.askOrKeep(order) : order
    },

    shown: store.toOrderWithPayment,

    close: async (orderId, studentId) => {
      const order = await store.findOrder(database.db, orderId)
      if (!order || order.student_id !== studentId) return fail('not_found')
      if (order.status === 'paid' || order.status === 'refunded') return fail('order_closed')
      if (order.status !== 'pending') return order
      const gateway = gatewayOf(order.payment_method)
      try {
        await gateway.close(orderId)
      } catch (error) {
        return settleUnclosed(order, error)
      }
      return settlement.settle(orderId, { state: 'closed' })
    },

    settle: settlement.settle,
    paymentTold: settlement.paymentTold,
    refund: refunds.refund,
    refundTold: refunds.refundTold,
    reconcile: createReconcile({ ...deps, settlement, refunds }),
  }
}
