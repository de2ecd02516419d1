import { every as onTimer, type Every } from '#server/db/every.ts'
import type { Deps } from '#server/deps.ts'
import type { StoredOrder } from './orders.repository.ts'
import { takeOrdersInDoubt } from './orders.repository.ts'
import type { Refunds } from './refunds.ts'
import type { Settlement } from './settlement.ts'

/** Every process asks about orders in doubt; each order is one process's at a time (`takeOrdersInDoubt`). */

const passEveryMs = 60_000
const notAskedForMs = 60_000
const ordersAtOnce = 5
/** Taken in one statement; the next are taken when these are done. */
const ordersPerBatch = 50

type ReconcileDeps = Pick<Deps, 'database' | 'clock' | 'log'> & { settlement: Settlement; refunds: Refunds }

/** See `OrderService.reconcile`. */
export const createReconcile = (deps: ReconcileDeps) => {
  const { database, clock, log, settlement, refunds } = deps

  const decide = async (order: StoredOrder): Promise<void> => {
    if (order.status === 'pending') await settlement.askOrKeep(order)
    else
      await refunds
        .confirm(order)
        .catch((error: unknown) => log.warn({ err: error, orderId: order.id }, 'a refund was not confirmed'))
  }

  return async (signal?: AbortSignal): Promise<number> => {
    let asked = 0
    const takeTurns = async (waiting: IterableIterator<StoredOrder>): Promise<void> => {
      for (const order of waiting) {
        if (signal?.aborted) return
        asked += 1
        await decide(order)
      }
    }
    // The same for all batches, so that no order comes twice in a pass.
    const notAskedSince = new Date(clock().getTime() - notAskedForMs)
    for (;;) {
      const batch = await takeOrdersInDoubt(database.db, {
        now: clock(),
        notAskedSince,
        limit: ordersPerBatch,
      })
      const waiting = batch.values()
      await Promise.all(Array.from({ length: ordersAtOnce }, () => takeTurns(waiting)))
      if (batch.length < ordersPerBatch || signal?.aborted) return asked
    }
  }
}

type ReconciliationDeps = Pick<Deps, 'orders' | 'log'> & { every?: Every }

export const startReconciliation = ({ orders, log, every = onTimer }: ReconciliationDeps) => {
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const pass = async (): Promise<void> => {
    try {
      const asked = await orders.reconcile(stopping.signal)
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
