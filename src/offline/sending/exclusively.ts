import { requestTimeoutMs } from '#contract/constants.ts'
import type { AccountDatabase } from '../database.ts'
import type { MetaValues } from '../schema.ts'
import { write } from '../write.ts'

/** Outlives one request, which ends after the request timeout; a tab that died holds up the next no longer. */
const leaseMs = requestTimeoutMs + 2_000

/**
 * Runs work if no other tab or worker is at it for this account. The lock frees itself when its
 * holder dies. Without Web Locks (old WebViews), a lease in the database that expires: two holders are
 * then possible for a moment, which the server's idempotency makes harmless.
 * @param work asks `stillMine` before each step, which also prolongs the lease, and ends on false
 * @returns false when somebody else is at it
 */
export async function exclusively(
  database: AccountDatabase,
  work: (stillMine: () => Promise<boolean>) => Promise<void>,
  deps: { owner: string; now: () => number; locks: LockManager | undefined },
): Promise<boolean> {
  if (deps.locks) {
    return deps.locks.request(`zhika-outbox:${database.accountId}`, { ifAvailable: true }, async (lock) => {
      if (lock === null) return false
      await work(() => Promise.resolve(true))
      return true
    })
  }
  if (!(await takeLease(database, deps))) return false
  try {
    await work(() => takeLease(database, deps))
  } finally {
    await releaseLease(database, deps.owner)
  }
  return true
}

const takeLease = (
  database: AccountDatabase,
  { owner, now }: { owner: string; now: () => number },
): Promise<boolean> =>
  write(database, ['meta'], async (tx) => {
    const lease = (await tx.objectStore('meta').get('lease')) as MetaValues['lease'] | undefined
    const isFree =
      lease === undefined ||
      lease.owner === owner ||
      lease.expiresAt <= now() ||
      lease.expiresAt > now() + leaseMs
    if (isFree) await tx.objectStore('meta').put({ owner, expiresAt: now() + leaseMs }, 'lease')
    return isFree
  })

const releaseLease = (database: AccountDatabase, owner: string): Promise<void> =>
  write(database, ['meta'], async (tx) => {
    const lease = (await tx.objectStore('meta').get('lease')) as MetaValues['lease'] | undefined
    if (lease?.owner === owner) await tx.objectStore('meta').delete('lease')
  })
