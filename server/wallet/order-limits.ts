import type { Transaction } from 'kysely'
import { openOrdersAtMost, ordersPerHour } from '#contract/coin-rules.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { findOtherOpenOrders } from './orders.repository.ts'

const hourMs = 3_600_000

/**
 * Lets a student keep the order that this transaction has made: every open one is asked about at the provider, whose
 * patience is limited. The hour's count is held until the end, so that orders made at once are counted one by one.
 * @throws ExpectedError `too_many_requests` with the seconds until the next one
 */
export async function refuseBeyondOrderLimits(
  deps: Pick<Deps, 'database' | 'clock'>,
  tx: Transaction<Schema>,
  made: { orderId: string; studentId: string },
): Promise<void> {
  const rule = { key: `orders:${made.studentId}`, limit: ordersPerHour, windowMs: hourMs }
  await createRateLimiter(deps).take(rule, tx)
  const { count, firstExpiry } = await findOtherOpenOrders(tx, made)
  if (count >= openOrdersAtMost) {
    const waitMs = (firstExpiry?.getTime() ?? 0) - deps.clock().getTime()
    fail('too_many_requests', { seconds: Math.max(60, Math.ceil(waitMs / 1000)) })
  }
}
