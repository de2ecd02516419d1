import { registerQuotaErrorCallback } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { forServer, ifPublic, isSharedReply, keyOf, marked, refuseBroken } from './shared-reply.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Replies that are the same for every student, kept for times without a network. They are fetched with the page's
 * headers, as every call, and kept under their address alone, without a header that could say whose they were; what
 * is personal stays out of Cache Storage.
 */

const sharedCacheName = 'zhika-shared'
const networkTimeoutSeconds = 3
const maxEntries = 200
const apiOrigin = __API_HOST__ === '' ? self.location.origin : __API_HOST__

export function serveSharedReplies(): void {
  registerRoute(
    ({ url, request }) => url.origin === apiOrigin && isSharedReply(url, request),
    new NetworkFirst({
      cacheName: sharedCacheName,
      networkTimeoutSeconds,
      plugins: [
        { requestWillFetch: ({ request }) => Promise.resolve(forServer(request)) },
        { cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keyOf(request)) },
        { fetchDidSucceed: async ({ response }) => refuseBroken(response) },
        { cacheWillUpdate: ({ response }) => Promise.resolve(ifPublic(response)) },
        {
          cachedResponseWillBeUsed: ({ cachedResponse }) =>
            Promise.resolve(cachedResponse && marked(cachedResponse)),
        },
        new ExpirationPlugin({ maxEntries, matchOptions: { ignoreVary: true }, purgeOnQuotaError: true }),
      ],
    }),
  )
  registerQuotaErrorCallback(async () => {
    await caches.delete(sharedCacheName)
  })
}
