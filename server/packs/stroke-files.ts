import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { characterOfFile } from '#contract/stroke-order.ts'
import { ifPresent } from '#server/lib/missing-files.ts'
import type { Deps } from '#server/deps.ts'
import { answerNotFound } from '#server/http/error-handler.ts'
import { rememberByKey } from '#server/lib/remember.ts'

/**
 * How characters are written, one file each, as the package `hanzi-writer-data` has them. A name is read as a
 * code point and a path is made from nothing else, so no request can reach another file. The glyphs are
 * Arphic's: their licence must go with every copy, unaltered, and stands beside them.
 */

const licenceName = 'ARPHICPL.TXT'
const keptForMs = 24 * 3_600_000
/** More than the characters of a primary school; a file is about 4 kB. */
const keptFiles = 3000

type StrokeFile = { identity: Buffer; gzip: Buffer }

const packageFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('hanzi-writer-data/package.json'))

/** @returns undefined for a character that the package has no strokes of */
const readStrokes = async (folder: string, character: string): Promise<StrokeFile | undefined> => {
  const identity = await ifPresent(readFile(join(folder, `${character}.json`)))
  return identity && { identity, gzip: await promisify(gzip)(identity) }
}

export function strokeFiles(app: FastifyInstance, { clock }: Pick<Deps, 'clock'>): void {
  const folder = packageFolder()
  const strokesOf = rememberByKey((character) => readStrokes(folder, character), {
    forMs: keptForMs,
    max: keptFiles,
    clock,
  })
  const hide = { schema: { hide: true } } as const

  app.get<{ Params: { file: string } }>('/strokes/:file', hide, async (request, reply) => {
    const character = characterOfFile(request.params.file)
    const found = character === null ? undefined : await strokesOf(character)
    if (found === undefined) return answerNotFound(request, reply)
    const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (isGzip) reply.header('content-encoding', 'gzip')
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        link: `</strokes/${licenceName}>; rel="license"`,
      })
      .type('application/json; charset=utf-8')
      .send(isGzip ? found.gzip : found.identity)
  })

  app.get(`/strokes/${licenceName}`, hide, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(await readFile(join(folder, licenceName))),
  )
}
