import type { Kysely } from 'kysely'
import { dayMs } from '#contract/study-day.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/lib/errors.ts'
import { addUses, deleteWindows, readUses, subtractUses } from './rate-limit.repository.ts'

export type RateLimit = {
  /** Names what is counted, e.g. `send-code:ip:203.0.113.7`. */
  key: string
  limit: number
  windowMs: number
  /** How many uses this one counts for; 1 when it is not said. */
  cost?: number
}

/** What was taken, in the window in which it was. */
type TakenPlace = { key: string; windowStart: Date; cost: number }

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
  /** How much of the current window is taken. */
  used: (rule: Pick<RateLimit, 'key' | 'windowMs'>) => Promise<number>
}

/** No window is longer; older rows are of no use. */
const longestWindowMs = dayMs

/** Limits that guard accounts or money: kept in the database, so that every process counts alike. */
export function createRateLimiter(deps: { database: Database; clock: () => Date }): RateLimiter {
  const windowOf = ({ windowMs }: Pick<RateLimit, 'windowMs'>) => {
    const nowMs = deps.clock().getTime()
    const startMs = nowMs - (nowMs % windowMs)
    return { windowStart: new Date(startMs), secondsLeft: Math.ceil((startMs + windowMs - nowMs) / 1000) }
  }

  const dropOldWindows = async (): Promise<void> => {
    const now = deps.clock()
    // A window that begins later than now was counted by a clock that ran ahead.
    await deleteWindows(deps.database.db, { before: new Date(now.getTime() - longestWindowMs), after: now })
  }

  const take: RateLimiter['take'] = async (rule, db = deps.database.db) => {
    const { key, limit, cost = 1 } = rule
    const { windowStart, secondsLeft } = windowOf(rule)
    if (cost > limit) return fail('too_many_requests', { seconds: secondsLeft })
    const count = await addUses(db, { key, windowStart, uses: cost, limit })
    if (count === undefined) return fail('too_many_requests', { seconds: secondsLeft })
    // The first use of a window sweeps, so that the table needs no timer of its own; the other uses do not wait for it.
    if (count === cost && db === deps.database.db) await dropOldWindows()
    return { key, windowStart, cost }
  }

  const giveBack: RateLimiter['giveBack'] = ({ key, windowStart, cost }) =>
    subtractUses(deps.database.db, { key, windowStart, uses: cost })

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
      const uses = await readUses(deps.database.db, { key: rule.key, windowStart })
      if (uses >= rule.limit) fail('too_many_requests', { seconds: secondsLeft })
    },

    used: (rule) => readUses(deps.database.db, { key: rule.key, windowStart: windowOf(rule).windowStart }),
  }
}
