import type { FastifyInstance } from 'fastify'

/**
 * For documents and the service worker's script: a worker obeys the policy that came with its own
 * script, not the page's. The application runs no inline script and no inline style.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  "media-src 'self' blob:",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app-sw',
].join('; ')

/** Headers that every reply carries. */
export const secureReplies = (app: FastifyInstance, options: { production: boolean }): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-request-id': request.id,
    })
    if (options.production) reply.header('strict-transport-security', 'max-age=31536000')
  })
}
