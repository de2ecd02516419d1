import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { staleStatementCodes } from './named-statements.ts'
import type { Schema } from './schema.ts'

/**
 * serialization_failure and deadlock_detected: the same work may well succeed a moment later. So it does after a
 * stale statement, which is then prepared again.
 */
const retryableCodes = new Set(['40001', '40P01', ...staleStatementCodes])

const maxAttempts = 6

const isRetryable = (error: unknown) => retryableCodes.has((error as { code?: string } | null)?.code ?? '')

/** Up to 10, 20, 40… ms, at random: two that met once should not meet again. */
const backOffMs = (attempt: number) => Math.random() * 10 * 2 ** (attempt - 1)

/** See `Database.transaction`. */
export async function runTransaction<T>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error
      await wait(backOffMs(attempt))
    }
  }
}
