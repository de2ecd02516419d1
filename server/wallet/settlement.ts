import type { Transaction } from 'kysely'
import { centsPerCoin } from '#contract/coin-rules.ts'
import type { CashMethod } from '#contract/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway, PaymentReport } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/http/errors.ts'
import * as store from './orders.repository.ts'
import type { StoredOrder } from './orders.repository.ts'

/** What the provider says of a payment, and what the student gets for it, once. */

export type PackGrant = {
  /** @returns false when the student has the pack already */
  grant: (
    tx: Transaction<Schema>,
    order: { studentId: string; packId: string; paymentMethod: string; now: Date },
  ) => Promise<boolean>
  /** Comes last in its transaction: it holds the pack's row. */
  takeBack: (tx: Transaction<Schema>, order: { studentId: string; packId: string }) => Promise<void>
}

export type Settlement = {
  /** Takes what a provider, or the sandbox's cashier, says. @throws ExpectedError `not_found` */
  settle: (orderId: string, report: PaymentReport) => Promise<StoredOrder>
  /**
   * The provider has told of a payment. The money may be back since: an order that knows of none yet is settled by what
   * the provider answers now.
   * @throws ExpectedError `not_found`; `unavailable` when the provider does not answer, or knows of no payment now
   */
  paymentTold: (orderId: string, told: PaymentReport) => Promise<void>
  /**
   * Asks the provider and settles; an order that is over is closed there first, or only here when its payment method
   * was switched off.
   * @throws when the provider does not answer
   */
  ask: (order: StoredOrder) => Promise<StoredOrder>
  /** As `ask`; a provider that does not answer leaves the order in doubt. */
  askOrKeep: (order: StoredOrder) => Promise<StoredOrder>
}

type SettlementDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet'> & {
  findGateway: (method: CashMethod) => PaymentGateway | undefined
  packs: PackGrant
}

type Paid = Extract<PaymentReport, { state: 'paid' }>

export const createSettlement = (deps: SettlementDeps): Settlement => {
  const { database, clock, log, wallet, packs, findGateway } = deps

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

  const takePayment = async (tx: Transaction<Schema>, order: StoredOrder, report: Paid): Promise<void> => {
    const { amountCents, reference } = report
    if (order.status === 'paid' || order.status === 'refunded' || order.reference !== null) return
    if (amountCents !== order.price_cents) {
      log.error({ orderId: order.id, amountCents, reference }, 'a payment of another amount was not credited')
      const refund_problem = `paid ${amountCents} fen instead of ${order.price_cents}`
      await store.changeOrder(tx, order.id, { status: 'failed', reference, refund_problem })
      return
    }
    const now = clock()
    // Also when the order was closed here meanwhile: money that came in is never kept for nothing.
    await store.changeOrder(tx, order.id, { status: 'paid', paid_at: now, reference })
    await give(tx, order, now)
  }

  /** Our own refunds are `refunded` before the provider hears of them: this one was made in its console. */
  const noteRefund = async (
    tx: Transaction<Schema>,
    order: StoredOrder,
    reference: string,
  ): Promise<void> => {
    const { id: orderId, status } = order
    if (status === 'refunded' || order.refunded_at !== null) return
    if (status === 'paid') {
      log.error(
        { orderId, reference },
        'the provider gave money back for an order whose goods are still given',
      )
      return
    }
    log.warn(
      { orderId, reference },
      'an order was paid and given back at the provider: nothing is given for it',
    )
    await store.changeOrder(tx, orderId, {
      status: status === 'pending' ? 'closed' : status,
      reference,
      // How much, and whether it arrived, is said only of the refund itself.
      refund_problem: order.refund_problem ?? 'refunded at the provider',
    })
  }

  const settle: Settlement['settle'] = (orderId, report) =>
    database.transaction(async (tx) => {
      const order = await store.lockOrder(tx, orderId)
      if (!order) {
        if (report.state === 'paid')
          log.error({ orderId, ...report }, 'money came in for an order unknown here')
        return fail('not_found')
      }
      if (report.state === 'paid') await takePayment(tx, order, report)
      else if (report.state === 'refunded') await noteRefund(tx, order, report.reference)
      else if (report.state !== 'pending' && order.status === 'pending')
        await store.changeOrder(tx, orderId, { status: report.state })
      return (await store.findOrder(tx, orderId)) ?? fail('not_found')
    })

  const ask: Settlement['ask'] = async (order) => {
    const gateway = findGateway(order.payment_method)
    const report = await gateway?.inquire(order.id)
    if (report && report.state !== 'pending') return settle(order.id, report)
    if (order.expires_at > clock()) return order
    if (gateway) await gateway.close(order.id)
    else log.warn({ orderId: order.id }, 'an order was closed unasked: its payment method is off')
    return settle(order.id, { state: 'closed' })
  }

  const paymentTold: Settlement['paymentTold'] = async (orderId, told) => {
    const order = (await store.findOrder(database.db, orderId)) ?? (await settle(orderId, told))
    if (order.reference !== null) return
    const asked = await ask(order).catch((error: unknown) => {
      log.warn({ err: error, orderId }, 'the payment provider was asked in vain')
      return fail('unavailable')
    })
    if (asked.reference === null) fail('unavailable')
  }

  return {
    settle,
    paymentTold,
    ask,
    askOrKeep: async (order) => {
      try {
        return await ask(order)
      } catch (error) {
        log.warn({ err: error, orderId: order.id }, 'the payment provider was asked in vain')
        return order
      }
    },
  }
}
