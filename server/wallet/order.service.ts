import type { Transaction } from 'kysely'
import { centsPerCoin, orderLifetimeMinutes } from '#contract/coin-rules.ts'
import type { CashMethod, OrderWithPayment, PaymentScene } from '#contract/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway, PaymentReport } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/http/errors.ts'
import * as store from './orders.repository.ts'
import type { StoredOrder } from './orders.repository.ts'

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

export type OrderService = {
  /**
   * The order of this id; made, and its payment begun, when there is none. Sent twice it is one order.
   * @throws ExpectedError `payment_method_unavailable`; `not_found` when the id is another student's order;
   * `unavailable` when the provider does not answer: the same call tries again
   */
  order: (request: OrderRequest, bought: Bought) => Promise<StoredOrder>
  /** An order as it stands; asks the provider when that was not done in the last seconds. @throws ExpectedError `not_found` */
  look: (orderId: string) => Promise<StoredOrder>
  /** An order as its student, and whoever knows its id, sees it. */
  shown: (order: StoredOrder) => OrderWithPayment
  /** Takes what a provider, or the sandbox's cashier, says. @throws ExpectedError `not_found` */
  settle: (orderId: string, report: PaymentReport) => Promise<StoredOrder>
  /** Gives an unpaid order up, at the provider first. @throws ExpectedError `not_found`, `order_closed` when it is paid */
  close: (orderId: string, studentId: string) => Promise<StoredOrder>
  /**
   * Takes back what was bought and returns the money.
   * @throws ExpectedError `not_found`, `order_closed` unless paid, `insufficient_balance` when the coins are spent
   */
  refund: (orderId: string) => Promise<StoredOrder>
  /** Asks about orders in doubt, closes what is over, and repeats refunds that were not confirmed. @returns how many */
  reconcile: () => Promise<number>
}

export type PackGrant = {
  /** @returns false when the student has the pack already */
  grant: (
    tx: Transaction<Schema>,
    order: { studentId: string; packId: string; paymentMethod: string; now: Date },
  ) => Promise<boolean>
  takeBack: (tx: Transaction<Schema>, order: { studentId: string; packId: string }) => Promise<void>
}

type OrderDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet'> & {
  gateways: readonly PaymentGateway[]
  packs: PackGrant
}

const lookEveryMs = 3_000
const reconcileAfterMs = 60_000
const ordersPerPass = 50

export const createOrderService = (deps: OrderDeps): OrderService => {
  const { database, clock, log, wallet, packs } = deps
  const gatewayOf = (method: CashMethod): PaymentGateway =>
    deps.gateways.find((gateway) => gateway.method === method) ?? fail('payment_method_unavailable')

  const give = async (tx: Transaction<Schema>, order: StoredOrder, now: Date): Promise<void> => {
    const studentId = order.student_id
    if (studentId === null) {
      log.error({ orderId: order.id }, 'an order was paid whose student is gone: it has to be refunded')
      return
    }
    if (order.pack_id !== null) {
      const request = { studentId, packId: order.pack_id, paymentMethod: order.payment_method, now }
      if (await packs.grant(tx, request)) return
    }
    // A pack that was unlocked meanwhile in another way is paid back in coins.
    const coins = order.pack_id === null ? order.coins : order.price_cents / centsPerCoin
    await wallet.post(tx, studentId, { kind: 'recharge', reference: order.id, amount: coins })
  }

  const settle: OrderService['settle'] = (orderId, report) =>
    database.transaction(async (tx) => {
      const order = (await store.lockOrder(tx, orderId)) ?? fail('not_found')
      if (report.state === 'paid') {
        if (order.status === 'paid' || order.status === 'refunded') return order
        if (report.amountCents !== order.price_cents) {
          log.error({ orderId, paid: report.amountCents }, 'a payment of another amount was not credited')
          return order
        }
        const now = clock()
        // Also when the order was closed here meanwhile: money that came in is never kept for nothing.
        await store.changeOrder(tx, orderId, { status: 'paid', paid_at: now, reference: report.reference })
        await give(tx, order, now)
      } else if (report.state !== 'pending' && order.status === 'pending') {
        await store.changeOrder(tx, orderId, { status: report.state })
      }
      return (await store.findOrder(tx, orderId)) ?? fail('not_found')
    })

  const ask = async (order: StoredOrder): Promise<StoredOrder> => {
    const gateway = gatewayOf(order.payment_method)
    const report = await gateway.inquire(order.id)
    if (report.state !== 'pending') return settle(order.id, report)
    if (order.expires_at > clock()) return order
    await gateway.close(order.id)
    return settle(order.id, { state: 'closed' })
  }

  /** A provider that does not answer leaves the order in doubt: the next turn asks again. */
  const askOrKeep = async (order: StoredOrder): Promise<StoredOrder> => {
    try {
      return await ask(order)
    } catch (error) {
      log.warn({ err: error, orderId: order.id }, 'the payment provider was asked in vain')
      return order
    }
  }

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

  const confirmRefund = async (order: StoredOrder): Promise<StoredOrder> => {
    await gatewayOf(order.payment_method).refund({ orderId: order.id, amountCents: order.price_cents })
    await store.changeOrder(database.db, order.id, { refunded_at: clock() })
    return (await store.findOrder(database.db, order.id)) ?? order
  }

  /** What the student got for it: the coins, wherever they came from, else the pack. */
  const takeBack = async (tx: Transaction<Schema>, order: StoredOrder): Promise<void> => {
    const studentId = order.student_id
    if (studentId === null) return
    const entry = await tx
      .selectFrom('ledger_entries')
      .select('amount')
      .where('student_id', '=', studentId)
      .where('kind', '=', 'recharge')
      .where('reference', '=', order.id)
      .executeTakeFirst()
    if (entry)
      await wallet.post(tx, studentId, { kind: 'refund', reference: order.id, amount: -entry.amount })
    else if (order.pack_id !== null) await packs.takeBack(tx, { studentId, packId: order.pack_id })
  }

  return {
    order: async (request, bought) => {
      gatewayOf(request.paymentMethod)
      const now = clock()
      await store.insertOrder(database.db, {
        ...bought,
        id: request.orderId,
        studentId: request.studentId,
        paymentMethod: request.paymentMethod,
        scene: request.scene ?? 'native',
        now,
        expiresAt: new Date(now.getTime() + orderLifetimeMinutes * 60_000),
      })
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
      return isOurTurn ? askOrKeep(order) : order
    },

    shown: store.toOrderWithPayment,

    settle,

    close: async (orderId, studentId) => {
      const order = await store.findOrder(database.db, orderId)
      if (!order || order.student_id !== studentId) return fail('not_found')
      if (order.status === 'paid' || order.status === 'refunded') return fail('order_closed')
      if (order.status !== 'pending') return order
      await gatewayOf(order.payment_method)
        .close(orderId)
        .catch((error: unknown) => {
          log.warn({ err: error, orderId }, 'the payment provider did not close an order')
          fail('unavailable')
        })
      return settle(orderId, { state: 'closed' })
    },

    refund: async (orderId) => {
      const order = await database.transaction(async (tx) => {
        const held = (await store.lockOrder(tx, orderId)) ?? fail('not_found')
        if (held.status === 'refunded') return held
        if (held.status !== 'paid') return fail('order_closed')
        await takeBack(tx, held)
        await store.changeOrder(tx, orderId, { status: 'refunded' })
        return (await store.findOrder(tx, orderId)) ?? fail('not_found')
      })
      return order.refunded_at === null ? confirmRefund(order) : order
    },

    reconcile: async () => {
      const now = clock()
      const doubtful = await store.takeOrdersInDoubt(database.db, {
        now,
        notAskedSince: new Date(now.getTime() - reconcileAfterMs),
        limit: ordersPerPass,
      })
      for (const order of doubtful) {
        if (order.status === 'pending') await askOrKeep(order)
        else
          await confirmRefund(order).catch((error: unknown) =>
            log.warn({ err: error, orderId: order.id }, 'a refund was not confirmed'),
          )
      }
      return doubtful.length
    },
  }
}
