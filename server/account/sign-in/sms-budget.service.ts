import type { Deps } from '#server/deps.ts'
import { clientRange } from '#server/http/client-network.ts'
import { ExpectedError, fail } from '#server/lib/errors.ts'
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts'

/**
 * How the hour's messages are shared out. Those who ask for numbers that have no account may use a part of them, so
 * that students sign in whatever strangers do; and one range of addresses may use a part of what the
 * others have left, so that each further range gets less. The counters know ranges and no phones.
 */

type Asking = {
  ip: string
  /** The number has an account already. */
  isKnown: boolean
}

export type SmsBudget = {
  /**
   * Takes the range's place, then does the work; gives the place back when that fails.
   * @throws ExpectedError `code_network_busy` with the wait, and what the work does
   */
  ofRange: <T>(asking: Asking, work: () => Promise<T>) => Promise<T>
  /** The same with a place of the hour. @throws ExpectedError `code_hour_full` with the wait, and what the work does */
  ofHour: <T>(asking: Pick<Asking, 'isKnown'>, work: () => Promise<T>) => Promise<T>
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** A class of forty, and some who mistype: a small budget gives one range that much of what is left. */
const classSize = 60
/** What strangers may use together; the rest is for numbers that have an account. */
const strangersShare = 0.6
/** Of what the other ranges have left: for numbers that have an account, and for those that have none. */
const rangeShare = { known: 0.15, strangers: 0.1 }
/** Newcomers of a range wait a little when they come by the dozen. */
const burstMs = 10 * minuteMs
/** The last ranges of an hour that is nearly used up get this much all the same. */
const leastOfRange = 10

type Pool = { key: string; limit: number; share: number }

export function createSmsBudget(deps: Pick<Deps, 'config' | 'database' | 'clock'>): SmsBudget {
  const limiter = createRateLimiter(deps)
  const perHour = deps.config.smsPerHour
  const all: Pool = { key: 'send-code:all', limit: perHour, share: rangeShare.known }
  const strangers: Pool = {
    key: 'send-code:strangers',
    limit: Math.max(Math.min(classSize, perHour), Math.floor(perHour * strangersShare)),
    share: rangeShare.strangers,
  }
  const hourOf = ({ key, limit }: Pool): RateLimit => ({ key, limit, windowMs: hourMs })

  /** What a range may take of a pool: its share of what the others have left. A small pool gives a class all it needs. */
  const fairLimit = async (pool: Pool, own: RateLimit): Promise<number> => {
    const usedByOthers = (await limiter.used(hourOf(pool))) - (await limiter.used(own))
    const share = Math.min(1, Math.max(pool.share, classSize / pool.limit))
    return Math.max(leastOfRange, Math.floor(share * (pool.limit - Math.max(0, usedByOthers))))
  }

  const ofPool = async (pool: Pool, key: string): Promise<RateLimit> => {
    const own = { key, limit: pool.limit, windowMs: hourMs }
    return { ...own, limit: await fairLimit(pool, own) }
  }

  const placesOfRange = async ({ ip, isKnown }: Asking): Promise<RateLimit[]> => {
    const range = clientRange(ip)
    const ofAll = await ofPool(all, `send-code:range:${range}`)
    if (isKnown) return [ofAll]
    const ofStrangers = await ofPool(strangers, `send-code:strangers:range:${range}`)
    const burst = {
      key: `send-code:burst:range:${range}`,
      limit: Math.ceil(ofStrangers.limit / 2),
      windowMs: burstMs,
    }
    return [ofAll, ofStrangers, burst]
  }

  const withinAll = <T>(rules: readonly RateLimit[], work: () => Promise<T>): Promise<T> => {
    const [rule, ...others] = rules
    return rule ? limiter.within(rule, () => withinAll(others, work)) : work()
  }

  /** A refusal by the limits says how long it lasts; what the work refuses is not theirs to word. */
  const wording = async <T>(
    name: 'code_network_busy' | 'code_hour_full',
    rules: readonly RateLimit[],
    work: () => Promise<T>,
  ): Promise<T> => {
    let isWithin = false
    try {
      return await withinAll(rules, () => {
        isWithin = true
        return work()
      })
    } catch (error) {
      if (isWithin || !(error instanceof ExpectedError)) throw error
      const seconds = Number(error.details['seconds'])
      return fail(name, { seconds, minutes: Math.ceil(seconds / 60) })
    }
  }

  return {
    ofRange: async (asking, work) => wording('code_network_busy', await placesOfRange(asking), work),
    ofHour: ({ isKnown }, work) =>
      wording('code_hour_full', isKnown ? [hourOf(all)] : [hourOf(all), hourOf(strangers)], work),
  }
}
