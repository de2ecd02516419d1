import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { registerQuotaErrorCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { apiBasePath, sharedReplyKeys, storedReplyHeader } from '#contract/constants.ts'

/**
 * Replies that are the same for every student, kept for times without a network. They are fetched and
 * stored without the Authorization header and without cookies, so that nothing of one student can
 * reach another; everything personal stays out of Cache Storage.
 */

export const sharedCacheName = 'zhika-shared'
const networkTimeoutSeconds = 3
const maxEntries = 200

const patterns = sharedReplyKeys.map((key) => {
  const path = apiBasePath + key.slice('GET '.length)
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
})

/** Same path, but for a student's own (private) pack the page asks past every cache: then it passes through. */
export const isSharedReply = (url: URL, request: Pick<Request, 'method' | 'cache'>): boolean =>
  request.method === 'GET' && request.cache !== 'no-store' && patterns.some((pattern) => pattern.test(url.pathname))

const anonymous = (request: Request): Request =>
  new Request(request.url, { headers: { Accept: 'application/json' }, credentials: 'omit' })

const marked = (response: Response): Response => {
  const headers = new Headers(response.headers)
  headers.set(storedReplyHeader, '1')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

export const serveSharedReplies = (): void => {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isSharedReply(url, request),
    new NetworkFirst({
      cacheName: sharedCacheName,
      networkTimeoutSeconds,
      plugins: [
        { requestWillFetch: ({ request }) => Promise.resolve(anonymous(request)) },
        { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(anonymous(request)) },
        {
          // NetworkFirst falls back only when the fetch throws: a broken server must do so, too.
          fetchDidSucceed: ({ response }) => {
            if (response.status >= 500) throw new Error(`status ${response.status}`)
            return Promise.resolve(response)
          },
          cacheWillUpdate: ({ response }) =>
            Promise.resolve(/private|no-store/.test(response.headers.get('cache-control') ?? '') ? null : response),
        },
        { cachedResponseWillBeUsed: ({ cachedResponse }) => Promise.resolve(cachedResponse && marked(cachedResponse)) },
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries, matchOptions: { ignoreVary: true }, purgeOnQuotaError: true }),
      ],
    }),
  )
  registerQuotaErrorCallback(async () => {
    await caches.delete(sharedCacheName)
  })
}
