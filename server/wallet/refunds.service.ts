import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RefundReport } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/lib/errors.ts'
import { gatewayOf } from './find-gateway.ts'
import { changeOrder, findOrder, lockOrder, storeRefund, type StoredOrder } from './orders.repository.ts'
import { askProvider } from './settlement.service.ts'
import { readRecharge } from './wallet.repository.ts'

/**
 * Refunds: what was bought comes back first, then the money is asked for until the provider says that it is back. A
 * provider that takes a request has not refunded yet.
 */

/** `isAnswered`: false when the provider did not say anything this time. */
export type Refunded = { order: StoredOrder; isAnswered: boolean }

type RefundDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet' | 'config' | 'payment' | 'packGrant'>

/** What the student got for it: the coins, wherever they came from, else the pack. */
const takeGoodsBack = async (
  { wallet, packGrant }: RefundDeps,
  tx: Transaction<Schema>,
  order: StoredOrder,
): Promise<void> => {
  const studentId = order.student_id
  if (studentId === null) return
  const coins = await readRecharge(tx, studentId, order.id)
  if (coins !== undefined)
    await wallet.post(tx, studentId, { kind: 'refund', reference: order.id, amount: -coins })
  else if (order.pack_id !== null) await packGrant.takePackBack(tx, { studentId, packId: order.pack_id })
}

const storeRefundReport = async (
  { database, clock, log }: RefundDeps,
  orderId: string,
  report: RefundReport,
): Promise<void> => {
  if (report.state === 'failed') {
    log.error({ orderId, problem: report.problem }, 'a refund failed for good: it has to be made by hand')
    await storeRefund(database.db, orderId, { refunded_at: null, refund_problem: report.problem })
    return
  }
  const refunded_at = report.state === 'done' ? clock() : null
  await storeRefund(database.db, orderId, { refunded_at, refund_problem: null })
}

/** Asks what became of our refund, or for one that the provider does not know. @throws when it does not answer */
export async function confirmRefund(deps: RefundDeps, order: StoredOrder): Promise<StoredOrder> {
  const gateway = gatewayOf(deps, order.payment_method)
  const request = { orderId: order.id, amountCents: order.price_cents, siteUrl: deps.config.publicUrl }
  const report = (await gateway.inquireRefund(order.id)) ?? (await gateway.refund(request))
  await storeRefundReport(deps, order.id, report)
  return (await findOrder(deps.database.db, order.id)) ?? order
}

/**
 * Nothing was given for it, or what was given is taken back: what is left to confirm is that all the money is back.
 * Nothing else asks about it. @throws when the provider does not say yet what became of it
 */
const confirmProviderRefund = async (
  deps: RefundDeps,
  { id: orderId, payment_method }: StoredOrder,
  providerRefundId?: string,
): Promise<void> => {
  const report = await gatewayOf(deps, payment_method).inquireRefund(orderId, providerRefundId)
  if (report?.state === 'done') return storeRefundReport(deps, orderId, report)
  if (report?.state !== 'failed') throw new Error('the refund of the notice has not ended')
  const { problem } = report
  deps.log.error(
    { orderId, providerRefundId, problem },
    'a refund made by hand did not give all the money back',
  )
}

/**
 * Takes back what was bought and asks the provider for the money; done before, it asks what became of it. A provider
 * that does not answer now is asked again by the reconciliation.
 * @throws ExpectedError `not_found`, `order_closed` unless paid, `insufficient_balance` when the coins are spent,
 * `payment_method_unavailable` when no provider is on that could give the money back
 */
export async function refundOrder(deps: RefundDeps, orderId: string): Promise<Refunded> {
  const order = await deps.database.transaction(async (tx) => {
    const held = (await lockOrder(tx, orderId)) ?? fail('not_found')
    if (held.status !== 'paid' && held.status !== 'refunded') return fail('order_closed')
    if (held.refunded_at === null) gatewayOf(deps, held.payment_method)
    if (held.status === 'refunded') return held
    const now = deps.clock()
    await changeOrder(tx, orderId, { status: 'refunded', refund_started_at: now, asked_at: now })
    await takeGoodsBack(deps, tx, held)
    return (await findOrder(tx, orderId)) ?? fail('not_found')
  })
  if (order.refunded_at !== null) return { order, isAnswered: true }
  try {
    return { order: await confirmRefund(deps, order), isAnswered: true }
  } catch (error) {
    deps.log.warn({ err: error, orderId }, 'a refund was not confirmed')
    return { order, isAnswered: false }
  }
}

/**
 * The provider sent a notice of a refund: of ours, or of one that was made in its console.
 * @param providerRefundId the provider's number of the latter
 * @throws ExpectedError `not_found`; `unavailable` when the provider does not answer
 */
export async function onRefundNotice(
  deps: RefundDeps,
  orderId: string,
  providerRefundId: string | null,
): Promise<void> {
  const order = (await findOrder(deps.database.db, orderId)) ?? fail('not_found')
  if (order.refunded_at !== null) return
  try {
    const asked = order.status === 'refunded' ? order : await askProvider(deps, order)
    if (asked.status === 'refunded' && providerRefundId === null) await confirmRefund(deps, asked)
    else if (asked.status !== 'paid' && asked.reference !== null)
      await confirmProviderRefund(deps, asked, providerRefundId ?? undefined)
  } catch (error) {
    deps.log.warn({ err: error, orderId }, 'the payment provider was asked in vain')
    fail('unavailable')
  }
}
