import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Replies on their way to slow networks: as small as the client can read them. */

export type Encoding = 'br' | 'gzip' | 'identity'

/** @param accepted the request's `accept-encoding` */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** About what fits into one packet: compressing less saves no time on the way. */
const leastBytes = 1200
/** Higher costs the processor more than it saves the network. */
const level = 4

const compressors = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

/** Off the event loop. */
export function compress(body: string | Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  return encoding === 'br'
    ? compressors.br(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(body),
        },
      })
    : compressors.gzip(body, { level })
}

/** Compresses what the routes of `app`'s scope answer, unless a route has done it itself. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || reply.hasHeader('content-encoding')) return done(null, payload)
    const known = reply.getHeader('vary')
    reply.header('vary', known === undefined ? 'accept-encoding' : `${String(known)}, accept-encoding`)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === 'identity' || payload.length < leastBytes) return done(null, payload)
    compress(payload, encoding).then((body) => {
      reply.header('content-encoding', encoding)
      done(null, body)
    }, done)
  })
}
