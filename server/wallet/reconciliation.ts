import { every as onTimer, type Every } from '#server/lib/every.ts'
import type { Deps } from '#server/deps.ts'
import { takeOrdersInDoubt, type StoredOrder } from './orders.repository.ts'
import { confirmRefund } from './refunds.service.ts'
import { askProviderOrKeep } from './settlement.service.ts'

/** Every process asks about orders in doubt; each order is one process's at a time (`takeOrdersInDoubt`). */

const passEveryMs = 60_000
const notAskedForMs = 60_000
const ordersAtOnce = 5
/** Taken in one statement; the next are taken when these are done. */
const ordersPerBatch = 50

type ReconcileDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'wallet' | 'payment' | 'packGrant'>

const decideOrder = async (deps: ReconcileDeps, order: StoredOrder): Promise<void> => {
  if (order.status === 'pending') await askProviderOrKeep(deps, order)
  else
    await confirmRefund(deps, order).catch((error: unknown) =>
      deps.log.warn({ err: error, orderId: order.id }, 'a refund was not confirmed'),
    )
}

/**
 * Asks about orders in doubt, closes what is over, and repeats refunds that were not confirmed.
 * @param signal ends it between two orders
 * @returns how many
 */
export async function reconcileOrders(deps: ReconcileDeps, signal?: AbortSignal): Promise<number> {
  const { database, clock } = deps
  let asked = 0
  const takeTurns = async (waiting: IterableIterator<StoredOrder>): Promise<void> => {
    for (const order of waiting) {
      if (signal?.aborted) return
      asked += 1
      await decideOrder(deps, order)
    }
  }
  // The same for all batches, so that no order comes twice in a pass.
  const notAskedSince = new Date(clock().getTime() - notAskedForMs)
  for (;;) {
    const batch = await takeOrdersInDoubt(database.db, { now: clock(), notAskedSince, limit: ordersPerBatch })
    const waiting = batch.values()
    await Promise.all(Array.from({ length: ordersAtOnce }, () => takeTurns(waiting)))
    if (batch.length < ordersPerBatch || signal?.aborted) return asked
  }
}

/** Reconciles every minute. */
export function startReconciliation({ every = onTimer, ...deps }: ReconcileDeps & { every?: Every }) {
  const { log } = deps
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const pass = async (): Promise<void> => {
    try {
      const asked = await reconcileOrders(deps, stopping.signal)
      if (asked > 0) log.info({ asked }, 'asked about orders in doubt')
    } catch (error) {
      log.error({ err: error }, 'the reconciliation of orders failed')
    }
  }
  const end = every(passEveryMs, () => {
    running ??= pass().finally(() => {
      running = undefined
    })
  })
  return {
    /** Ends the passes and waits for the orders that are being asked about. */
    stop: async (): Promise<void> => {
      end()
      stopping.abort()
      await running
    },
  }
}
