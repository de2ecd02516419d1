import type { Kysely } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from './errors.ts'

export type RateLimit = {
  /** Names what is counted, e.g. `send-code:ip:203.0.113.7`. */
  key: string
  limit: number
  windowMs: number
  /** How many uses this one counts for; 1 when it is not said. */
  cost?: number
}

/** What was taken, in the window in which it was. */
export type TakenPlace = { key: string; windowStart: Date; cost: number }

export type RateLimiter = {
  /**
   * Counts one use in the current window; a refused one is not counted.
   * @param db the transaction of what is limited, where a use that comes to nothing is not to count
   * @throws ExpectedError `too_many_requests` with the seconds until the window ends
   */
  take: (rule: RateLimit, db?: Kysely<Schema>) => Promise<TakenPlace>
  /** For a use that came to nothing. */
  giveBack: (place: TakenPlace) => Promise<void>
  /** Takes a place for this work, which is given back when it fails. @throws what `take` and the work do */
  within: <T>(rule: RateLimit, work: () => Promise<T>) => Promise<T>
  /** Counts nothing. @throws ExpectedError `too_many_requests` when the current window is full */
  refuseWhenFull: (rule: RateLimit) => Promise<void>
}

/** No window is longer; older rows are of no use. */
const longestWindowMs = 86_400_000

/** Limits that guard accounts or money: kept in the database, so that every process counts alike. */
export const createRateLimiter = (deps: { database: Database; clock: () => Date }): RateLimiter => {
  const windowOf = ({ windowMs }: RateLimit) => {
    const nowMs = deps.clock().getTime()
    const startMs = nowMs - (nowMs % windowMs)
    return { windowStart: new Date(startMs), secondsLeft: Math.ceil((startMs + windowMs - nowMs) / 1000) }
  }

  const dropOldWindows = async (): Promise<void> => {
    const before = new Date(deps.clock().getTime() - longestWindowMs)
    await deps.database.db.deleteFrom('rate_limits').where('window_start', '<', before).execute()
  }

  const take: RateLimiter['take'] = async (rule, db = deps.database.db) => {
    const { key, limit, cost = 1 } = rule
    const { windowStart, secondsLeft } = windowOf(rule)
    if (cost > limit) return fail('too_many_requests', { seconds: secondsLeft })
    const taken = await db
      .insertInto('rate_limits')
      .values({ key, window_start: windowStart, count: cost })
      .onConflict((conflict) =>
        conflict
          .columns(['key', 'window_start'])
          .doUpdateSet((row) => ({ count: row('rate_limits.count', '+', cost) }))
          .where('rate_limits.count', '<=', limit - cost),
      )
      .returning('count')
      .executeTakeFirst()
    if (!taken) return fail('too_many_requests', { seconds: secondsLeft })
    // Whoever opens a window sweeps, so that the table needs no timer of its own; but nobody else waits for it.
    if (taken.count === cost && db === deps.database.db) await dropOldWindows()
    return { key, windowStart, cost }
  }

  const giveBack: RateLimiter['giveBack'] = async ({ key, windowStart, cost }) => {
    await deps.database.db
      .updateTable('rate_limits')
      .set((row) => ({ count: row('count', '-', cost) }))
      .where('key', '=', key)
      .where('window_start', '=', windowStart)
      .execute()
  }

  return {
    take,
    giveBack,

    within: async (rule, work) => {
      const place = await take(rule)
      try {
        return await work()
      } catch (error) {
        await giveBack(place)
        throw error
      }
    },

    refuseWhenFull: async (rule) => {
      const { windowStart, secondsLeft } = windowOf(rule)
      const full = await deps.database.db
        .selectFrom('rate_limits')
        .select('count')
        .where('key', '=', rule.key)
        .where('window_start', '=', windowStart)
        .where('count', '>=', rule.limit)
        .executeTakeFirst()
      if (full) fail('too_many_requests', { seconds: secondsLeft })
    },
  }
}
