import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { debugParameter } from '#contract/constants.ts'
import type { Config } from '#server/config/config.ts'
import { openAssetArchive } from './asset-archive.ts'
import { readAssets, type Asset, type AssetTable } from './asset-table.ts'
import { encodingFor, type Encoding } from '#server/http/compression.ts'
import { answerNotFound } from '#server/http/error-handler.ts'
import { pagePolicy, type OtherOrigins } from '#server/http/headers.ts'
import { createRouteLinks } from './route-files.ts'
import { withWorkerSwitch } from './worker-switch.ts'

/**
 * Serves the built page from memory, and behind it the hashed files of other builds from the archive. Hashed files under `/assets/` never change and are kept for a year;
 * everything else is asked for again each time. A missing asset is a 404, never `index.html`: a page of an
 * earlier build would take the document for a script and fail without a reason that can be read.
 */

const documentPath = '/index.html'
const routeFilesPath = '/route-files.json'
const neverDocuments = ['/api/', '/assets/']

/** Among what the build made of it. */
const encodingOf = (asset: Asset, accepted: string | undefined): Encoding => {
  const encoding = encodingFor(accepted)
  return asset.bodies[encoding] ? encoding : 'identity'
}

const obeysPagePolicy = (asset: Asset, path: string): boolean =>
  asset.contentType.startsWith('text/html') || path === '/sw.js'

type Policies = ReadonlyMap<string, { page: string; debug: string }>

/** Computed once: hashing a document with each reply would cost more than sending it. */
const policiesOf = (table: AssetTable, origins: OtherOrigins): Policies =>
  new Map(
    [...table]
      .filter(([path, asset]) => obeysPagePolicy(asset, path))
      .map(([path, asset]) => {
        const body = asset.bodies.identity.toString()
        return [
          path,
          { page: pagePolicy(body, { origins }), debug: pagePolicy(body, { origins, debug: true }) },
        ]
      }),
  )

type Found = { asset: Asset; path: string; policy: string | undefined }

const send = ({ asset, path, policy }: Found, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header(
    'cache-control',
    path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  )
  reply.header('etag', asset.etag)
  reply.header('vary', 'accept-encoding')
  if (policy !== undefined) reply.header('content-security-policy', policy)
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send()
  const encoding = encodingOf(asset, request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(asset.contentType).send(asset.bodies[encoding])
}

/** A browser that opens an address, not a script that asks for a file. */
const isNavigation = (request: FastifyRequest, path: string): boolean =>
  !neverDocuments.some((prefix) => path.startsWith(prefix)) &&
  !/\.[a-z0-9]+$/i.test(path) &&
  (request.headers.accept ?? '').includes('text/html')

export function staticRoutes(
  app: FastifyInstance,
  config: Pick<Config, 'pageDir' | 'assetsArchiveDir' | 'apiOrigin' | 'assetOrigin' | 'dropsWorker'>,
  clock: () => Date,
): void {
  const table = withWorkerSwitch(readAssets(config.pageDir), config)
  const findArchived = openAssetArchive(config.assetsArchiveDir, clock)
  const policies = policiesOf(table, config)
  const linksOf = createRouteLinks(table.get(routeFilesPath))
  const find = (path: string, query: string): Found | undefined => {
    const asset = table.get(path)
    const isDebugged = new URLSearchParams(query).get(debugParameter) === '1'
    return asset && { asset, path, policy: policies.get(path)?.[isDebugged ? 'debug' : 'page'] }
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?', 2)
    const file = find(path === '/' ? documentPath : path, query)
    if (file) return send(file, request, reply)
    const archived = await findArchived(path)
    if (archived) return send({ asset: archived, path, policy: undefined }, request, reply)
    const document = isNavigation(request, path) ? find(documentPath, query) : undefined
    if (!document) return answerNotFound(request, reply)
    const links = linksOf(path)
    if (links !== undefined) reply.header('link', links)
    return send(document, request, reply)
  })
}
