import rateLimit from '@fastify/rate-limit'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { clientNetwork } from './client-network.ts'
import { ExpectedError } from '#server/lib/errors.ts'

/** What is left of a limit is of no use to a client, and bytes on every reply. */
const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/**
 * Protection of the process itself, in its memory: a ceiling per address, high enough for a school
 * behind one, and refusal while the event loop cannot keep up. Applies to the routes of `app`'s scope.
 * @returns whether requests are refused now because it cannot
 */
export async function resistFloods(app: FastifyInstance, config: Config): Promise<() => boolean> {
  await app.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: ({ ip }) => clientNetwork(ip),
    errorResponseBuilder: (_, context) =>
      new ExpectedError('too_many_requests', { seconds: Math.max(1, Math.ceil(context.ttl / 1000)) }),
    addHeaders: silent,
    addHeadersOnExceeding: silent,
  })
  if (config.maxEventLoopDelayMs === 0) return () => false
  await app.register(underPressure, {
    maxEventLoopDelay: config.maxEventLoopDelayMs,
    pressureHandler: () => {
      throw new ExpectedError('unavailable')
    },
  })
  return () => app.isUnderPressure()
}
