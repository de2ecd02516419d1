import type { Kysely } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from './errors.ts'

export type RateLimit = {
  /** Names what is counted, e.g. `send-code:ip:203.0.113.7`. */
  key: string
  limit: number
  windowMs: number
}

export type RateLimiter = {
  /**
   * Counts one use in the current window.
   * @param db the transaction of what is limited, where a use that comes to nothing is not to count
   * @throws ExpectedError `too_many_requests` with the seconds until the window ends
   */
  take: (rule: RateLimit, db?: Kysely<Schema>) => Promise<void>
}

/** No window is longer; older rows are of no use. */
const longestWindowMs = 86_400_000

/** Limits that guard accounts or money: kept in the database, so that every process counts alike. */
export const createRateLimiter = (deps: { database: Database; clock: () => Date }): RateLimiter => ({
  take: async ({ key, limit, windowMs }, db = deps.database.db) => {
    const nowMs = deps.clock().getTime()
    const windowStartMs = nowMs - (nowMs % windowMs)
    const { count } = await db
      .insertInto('rate_limits')
      .values({ key, window_start: new Date(windowStartMs), count: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['key', 'window_start'])
          .doUpdateSet((row) => ({ count: row('rate_limits.count', '+', 1) })),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    // Whoever opens a window sweeps, so that the table needs no timer of its own.
    if (count === 1) {
      await db
        .deleteFrom('rate_limits')
        .where('window_start', '<', new Date(nowMs - longestWindowMs))
        .execute()
    }
    if (count > limit)
      fail('too_many_requests', { seconds: Math.ceil((windowStartMs + windowMs - nowMs) / 1000) })
  },
})
