import type { FastifyInstance } from 'fastify'
import { apiBasePath } from '#contract/constants.ts'
import type { Config } from '#server/config/config.ts'

/**
 * For a page that is served from another origin than the API: only the origins that the operator named may read
 * replies, each exactly as it is written, and none with cookies. Without any nothing of this is there.
 */

const methods = 'GET, POST, PUT, DELETE'
const sentHeaders = 'AppName, Authorization, Content-Type'
const readHeaders = 'Retry-After, Date'
const preflightSeconds = '7200'

const isShared = (url: string): boolean => url.startsWith(`${apiBasePath}/`) || url.startsWith('/strokes/')
/** A picture in a page of another origin is no reading of it: the policy of all else would refuse it. */
const isPicture = (url: string): boolean => url.startsWith('/avatars/')

export function shareWithPages(app: FastifyInstance, { pageOrigins }: Pick<Config, 'pageOrigins'>): void {
  if (pageOrigins.length === 0) return

  app.addHook('onRequest', (request, reply, done) => {
    if (isPicture(request.url)) reply.header('cross-origin-resource-policy', 'cross-origin')
    const { origin } = request.headers
    if (!isShared(request.url) || origin === undefined || !pageOrigins.includes(origin)) return done()
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS') {
      reply.header('access-control-expose-headers', readHeaders)
      return done()
    }
    reply.headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': sentHeaders,
      'access-control-max-age': preflightSeconds,
      vary: 'origin',
    })
    reply.code(204).send()
  })

  // Whatever was compressed or not: a cache on the way must not give one origin's reply to another.
  app.addHook('onSend', (request, reply, payload, done) => {
    const known = reply.getHeader('vary')
    if (isShared(request.url))
      reply.header('vary', known === undefined ? 'origin' : `${String(known)}, origin`)
    done(null, payload)
  })
}
