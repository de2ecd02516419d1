import { openOrdersAtMost, ordersPerHour } from '#contract/coin-rules.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { findOpenOrders } from './orders.repository.ts'

const hourMs = 3_600_000

/**
 * Lets a student begin one more order: every open one is asked about at the provider, whose patience is limited.
 * @throws ExpectedError `too_many_requests` with the seconds until the next one
 */
export const createOrderLimits = (deps: Pick<Deps, 'database' | 'clock'>) => {
  const limiter = createRateLimiter(deps)
  return async (studentId: string): Promise<void> => {
    const { count, firstExpiry } = await findOpenOrders(deps.database.db, studentId)
    if (count >= openOrdersAtMost) {
      const waitMs = (firstExpiry?.getTime() ?? 0) - deps.clock().getTime()
      fail('too_many_requests', { seconds: Math.max(60, Math.ceil(waitMs / 1000)) })
    }
    await limiter.take({ key: `orders:${studentId}`, limit: ordersPerHour, windowMs: hourMs })
  }
}
