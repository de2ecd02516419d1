import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The hashes of a document's own inline scripts, as the policy names them. */
const inlineScripts = (document: string): string[] =>
  [...document.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

/**
 * For documents and the service worker's script: a worker obeys the policy that came with its own
 * script, not the page's. Of inline scripts only those that the build put into the document may run, and
 * no inline style.
 * @param body the document or script that the policy goes with
 * @param debug for an address with the debug marker: its console writes styles and markup of its own
 */
export const pagePolicy = (body: string, { debug = false } = {}): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts(body)].join(' '),
    debug ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "media-src 'self' blob:",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(debug ? [] : ["require-trusted-types-for 'script'", 'trusted-types app-sw']),
  ].join('; ')

/** Headers that every reply carries. */
export const secureReplies = (app: FastifyInstance, options: { production: boolean }): void => {
  const constant = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(options.production && { 'strict-transport-security': 'max-age=31536000' }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant)
    reply.header('x-request-id', request.id)
    done()
  })
}
