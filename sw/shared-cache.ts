import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { registerQuotaErrorCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { anonymous, ifPublic, isSharedReply, marked, refuseBroken } from './shared-reply.ts'

/**
 * Replies that are the same for every student, kept for times without a network. They are fetched and
 * stored without the Authorization header and without cookies, so that nothing of one student can
 * reach another; everything personal stays out of Cache Storage.
 */

export const sharedCacheName = 'zhika-shared'
const networkTimeoutSeconds = 3
const maxEntries = 200

export const serveSharedReplies = (): void => {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isSharedReply(url, request),
    new NetworkFirst({
      cacheName: sharedCacheName,
      networkTimeoutSeconds,
      plugins: [
        { requestWillFetch: ({ request }) => Promise.resolve(anonymous(request)) },
        { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(anonymous(request)) },
        { fetchDidSucceed: async ({ response }) => refuseBroken(response) },
        { cacheWillUpdate: ({ response }) => Promise.resolve(ifPublic(response)) },
        {
          cachedResponseWillBeUsed: ({ cachedResponse }) =>
            Promise.resolve(cachedResponse && marked(cachedResponse)),
        },
        new CacheableResponsePlugin({ statuses: [200] }),
        new ExpirationPlugin({ maxEntries, matchOptions: { ignoreVary: true }, purgeOnQuotaError: true }),
      ],
    }),
  )
  registerQuotaErrorCallback(async () => {
    await caches.delete(sharedCacheName)
  })
}
