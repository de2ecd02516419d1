import { every as onTimer, type Every } from '#server/db/every.ts'
import type { Deps } from '#server/deps.ts'

/** Every process asks about orders in doubt; each order is one process's at a time (`takeOrdersInDoubt`). */

const passEveryMs = 60_000

type ReconciliationDeps = Pick<Deps, 'orders' | 'log'> & { every?: Every }

export const startReconciliation = ({ orders, log, every = onTimer }: ReconciliationDeps) => {
  let running: Promise<void> | undefined
  const pass = async (): Promise<void> => {
    try {
      const asked = await orders.reconcile()
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
    /** Ends the passes and waits for the one under way. */
    stop: async (): Promise<void> => {
      end()
      await running
    },
  }
}
