import type { Transaction } from 'kysely'
import { centsPerCoin } from '#contract/coin-rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentReport } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/lib/errors.ts'
import { findGateway } from './find-gateway.ts'
import { changeOrder, findOrder, lockOrder, type StoredOrder } from './orders.repository.ts'

/** What the provider says of a payment, and what the student gets for it, once. */

type SettlementDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet' | 'payment' | 'packGrant'>

type Paid = Extract<PaymentReport, { state: 'paid' }>

const giveGoods = async (
  { log, wallet, packGrant }: SettlementDeps,
  tx: Transaction<Schema>,
  order: StoredOrder,
  now: Date,
): Promise<void> => {
  const studentId = order.student_id
  if (studentId === null) {
    log.error({ orderId: order.id }, 'an order was paid whose student is gone: it has to be refunded')
    return
  }
  if (order.pack_id !== null) {
    const request = { studentId, packId: order.pack_id, paymentMethod: order.payment_method, now }
    if (await packGrant.grantPack(tx, request)) return
  }
  // A pack that was unlocked in another way since is paid back in coins.
  const coins = order.pack_id === null ? order.coins : order.price_cents / centsPerCoin
  await wallet.post(tx, studentId, { kind: 'recharge', reference: order.id, amount: coins })
}

const takePayment = async (
  deps: SettlementDeps,
  tx: Transaction<Schema>,
  order: StoredOrder,
  report: Paid,
): Promise<void> => {
  const { amountCents, reference } = report
  if (order.status === 'paid' || order.status === 'refunded' || order.reference !== null) return
  if (amountCents !== order.price_cents) {
    deps.log.error(
      { orderId: order.id, amountCents, reference },
      'a payment of another amount was not credited',
    )
    const refund_problem = `paid ${amountCents} fen instead of ${order.price_cents}`
    await changeOrder(tx, order.id, { status: 'failed', reference, refund_problem })
    return
  }
  const now = deps.clock()
  // Also when the order was closed here in the meantime: money that came in is never kept for nothing.
  await changeOrder(tx, order.id, { status: 'paid', paid_at: now, reference })
  await giveGoods(deps, tx, order, now)
}

/** Our own refunds are `refunded` before the provider hears of them: this one was made in its console. */
const storeProviderRefund = async (
  { log }: SettlementDeps,
  tx: Transaction<Schema>,
  order: StoredOrder,
  reference: string,
): Promise<void> => {
  const { id: orderId, status } = order
  if (status === 'refunded' || order.refunded_at !== null) return
  if (status === 'paid') {
    log.error({ orderId, reference }, 'the provider gave money back for an order whose goods are still given')
    return
  }
  log.warn(
    { orderId, reference },
    'an order was paid and given back at the provider: nothing is given for it',
  )
  await changeOrder(tx, orderId, {
    status: status === 'pending' ? 'closed' : status,
    reference,
    // How much, and whether it arrived, is said only of the refund itself.
    refund_problem: order.refund_problem ?? 'refunded at the provider',
  })
}

/** Takes what a provider, or the sandbox's cashier, says. @throws ExpectedError `not_found` */
export function settleOrder(
  deps: SettlementDeps,
  orderId: string,
  report: PaymentReport,
): Promise<StoredOrder> {
  return deps.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) {
      if (report.state === 'paid')
        deps.log.error({ orderId, ...report }, 'money came in for an order unknown here')
      return fail('not_found')
    }
    if (report.state === 'paid') await takePayment(deps, tx, order, report)
    else if (report.state === 'refunded') await storeProviderRefund(deps, tx, order, report.reference)
    else if (report.state !== 'pending' && order.status === 'pending')
      await changeOrder(tx, orderId, { status: report.state })
    return (await findOrder(tx, orderId)) ?? fail('not_found')
  })
}

/**
 * Asks the provider how the payment stands and settles the order; an order that is over is closed there first, or only
 * here when its payment method was switched off.
 * @throws when the provider does not answer
 */
export async function askProvider(deps: SettlementDeps, order: StoredOrder): Promise<StoredOrder> {
  const gateway = findGateway(deps, order.payment_method)
  const report = await gateway?.inquire(order.id)
  if (report && report.state !== 'pending') return settleOrder(deps, order.id, report)
  if (order.expires_at > deps.clock()) return order
  if (gateway) await gateway.close(order.id)
  else deps.log.warn({ orderId: order.id }, 'an order was closed unasked: its payment method is off')
  return settleOrder(deps, order.id, { state: 'closed' })
}

/** As `askProvider`; a provider that does not answer leaves the order in doubt. */
export async function askProviderOrKeep(deps: SettlementDeps, order: StoredOrder): Promise<StoredOrder> {
  try {
    return await askProvider(deps, order)
  } catch (error) {
    deps.log.warn({ err: error, orderId: order.id }, 'the payment provider was asked in vain')
    return order
  }
}

/**
 * The provider sent a notice of a payment. The money may be back since: an order that knows of no payment yet is
 * settled by what the provider answers now.
 * @throws ExpectedError `not_found`; `unavailable` when the provider does not answer, or knows of no payment now
 */
export async function onPaymentNotice(
  deps: SettlementDeps,
  orderId: string,
  report: PaymentReport,
): Promise<void> {
  const order = (await findOrder(deps.database.db, orderId)) ?? (await settleOrder(deps, orderId, report))
  if (order.reference !== null) return
  const asked = await askProvider(deps, order).catch((error: unknown) => {
    deps.log.warn({ err: error, orderId }, 'the payment provider was asked in vain')
    return fail('unavailable')
  })
  if (asked.reference === null) fail('unavailable')
}
