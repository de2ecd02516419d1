import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'

/** The hashes of what a document holds in elements of a kind without attributes, as the policy names them. */
const inlineHashes = (document: string, element: 'script' | 'style'): string[] =>
  [...document.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

export type OtherOrigins = Partial<Pick<Config, 'apiOrigin' | 'assetOrigin'>>

/**
 * For documents and the service worker's script: a worker obeys the policy that came with its own
 * script, not the page's. Of inline scripts and style sheets only those that the build put into the
 * document count.
 * @param body the document or script that the policy goes with
 * @param origins where the API and the pictures are, if not where the page is
 * @param debug for an address with the debug marker: its console writes styles and markup of its own
 */
export function pagePolicy(
  body: string,
  { debug = false, origins = {} }: { debug?: boolean; origins?: OtherOrigins } = {},
): string {
  const withOrigin = (sources: string, origin: string | undefined): string =>
    origin === undefined ? sources : `${sources} ${origin}`
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inlineHashes(body, 'script')].join(' '),
    // A hash would make the console's own styles forbidden again.
    ["style-src 'self'", ...(debug ? ["'unsafe-inline'"] : inlineHashes(body, 'style'))].join(' '),
    withOrigin("connect-src 'self'", origins.apiOrigin),
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    "media-src 'self' blob:",
    withOrigin("img-src 'self' data: blob:", origins.assetOrigin),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(debug ? [] : ["require-trusted-types-for 'script'", 'trusted-types app-sw']),
  ].join('; ')
}

/** What pages may ask the device for: pictures and sounds for cards of one's own, and nothing else. */
const permissions =
  'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), midi=(), display-capture=()'

const strictTransport = ({ hstsSubdomains }: { hstsSubdomains: boolean }): string =>
  `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`

/** Headers that every reply carries. */
export function secureReplies(
  app: FastifyInstance,
  options: { production: boolean; hstsSubdomains: boolean; clock: () => Date },
): void {
  const constant = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions,
    ...(options.production && { 'strict-transport-security': strictTransport(options) }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(constant)
    reply.header('x-request-id', request.id)
    // Devices set their own clocks by it.
    reply.header('date', options.clock().toUTCString())
    done()
  })
}
