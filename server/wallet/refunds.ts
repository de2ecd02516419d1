import type { Transaction } from 'kysely'
import type { CashMethod } from '#contract/orders.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway, RefundReport } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/http/errors.ts'
import * as store from './orders.repository.ts'
import type { StoredOrder } from './orders.repository.ts'
import type { PackGrant, Settlement } from './settlement.ts'

/**
 * Refunds: what was bought comes back first, then the money is asked for until the provider says that it is back. A
 * provider that takes a request has not refunded yet.
 */

/** `isAnswered`: false when the provider did not say anything this time. */
export type Refunded = { order: StoredOrder; isAnswered: boolean }

export type Refunds = {
  /**
   * Takes back what was bought and asks the provider for the money; done before, it asks what became of it. A provider
   * that does not answer now is asked again by the reconciliation.
   * @throws ExpectedError `not_found`, `order_closed` unless paid, `insufficient_balance` when the coins are spent,
   * `payment_method_unavailable` when there is nobody to give the money back
   */
  refund: (orderId: string) => Promise<Refunded>
  /** Asks what became of a refund, or for one that the provider does not know. @throws when it does not answer */
  confirm: (order: StoredOrder) => Promise<StoredOrder>
  /**
   * The provider says that something became of a refund: of ours, or of one that somebody made in its console.
   * @param handMade the provider's number of the latter
   * @throws ExpectedError `not_found`; `unavailable` when the provider does not answer
   */
  refundTold: (orderId: string, handMade: string | null) => Promise<void>
}

type RefundDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'wallet' | 'config'> & {
  gatewayOf: (method: CashMethod) => PaymentGateway
  packs: PackGrant
  settlement: Settlement
}

export const createRefunds = (deps: RefundDeps): Refunds => {
  const { database, clock, log, wallet, packs, config, gatewayOf, settlement } = deps

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

  const note = async (orderId: string, report: RefundReport): Promise<void> => {
    if (report.state === 'failed') {
      log.error({ orderId, problem: report.problem }, 'a refund failed for good: it has to be made by hand')
      await store.noteRefund(database.db, orderId, { refunded_at: null, refund_problem: report.problem })
      return
    }
    const refunded_at = report.state === 'done' ? clock() : null
    await store.noteRefund(database.db, orderId, { refunded_at, refund_problem: null })
  }

  const confirm: Refunds['confirm'] = async (order) => {
    const gateway = gatewayOf(order.payment_method)
    const siteUrl = config.publicUrl
    const request = { orderId: order.id, amountCents: order.price_cents, siteUrl }
    await note(order.id, (await gateway.inquireRefund(order.id)) ?? (await gateway.refund(request)))
    return (await store.findOrder(database.db, order.id)) ?? order
  }

  /**
   * Nothing was given for it, or what was given is taken back: what is left to hear is that all the money is back.
   * Nobody else asks about it. @throws when the provider does not say yet what became of it
   */
  const hear = async ({ id: orderId, payment_method }: StoredOrder, handMade?: string): Promise<void> => {
    const report = await gatewayOf(payment_method).inquireRefund(orderId, handMade)
    if (report?.state === 'done') return note(orderId, report)
    if (report?.state !== 'failed') throw new Error('the refund that was told of has not ended')
    const { problem } = report
    log.error({ orderId, handMade, problem }, 'a refund made by hand did not give all the money back')
  }

  return {
    confirm,

    refund: async (orderId) => {
      const order = await database.transaction(async (tx) => {
        const held = (await store.lockOrder(tx, orderId)) ?? fail('not_found')
        if (held.status !== 'paid' && held.status !== 'refunded') return fail('order_closed')
        if (held.refunded_at === null) gatewayOf(held.payment_method)
        if (held.status === 'refunded') return held
        const now = clock()
        await store.changeOrder(tx, orderId, { status: 'refunded', refund_started_at: now, asked_at: now })
        await takeBack(tx, held)
        return (await store.findOrder(tx, orderId)) ?? fail('not_found')
      })
      if (order.refunded_at !== null) return { order, isAnswered: true }
      try {
        return { order: await confirm(order), isAnswered: true }
      } catch (error) {
        log.warn({ err: error, orderId }, 'a refund was not confirmed')
        return { order, isAnswered: false }
      }
    },

    refundTold: async (orderId, handMade) => {
      const order = (await store.findOrder(database.db, orderId)) ?? fail('not_found')
      if (order.refunded_at !== null) return
      try {
        const asked = order.status === 'refunded' ? order : await settlement.ask(order)
        if (asked.status === 'refunded' && handMade === null) await confirm(asked)
        else if (asked.status !== 'paid' && asked.reference !== null) await hear(asked, handMade ?? undefined)
      } catch (error) {
        log.warn({ err: error, orderId }, 'the payment provider was asked in vain')
        fail('unavailable')
      }
    },
  }
}
