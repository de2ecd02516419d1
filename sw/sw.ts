import type { PrecacheEntry } from 'workbox-precaching'
import { serveAppShell } from './app-shell.ts'
import { outboxSyncTag } from '#contract/constants.ts'
import type { WorkerMessage } from './messages.ts'
import { drainAllAccounts } from './outbox-sync.ts'
import { serveSharedReplies } from './shared-cache.ts'

/** Wires events to the parts. A new worker waits until a page at a safe point lets it in. */

type SyncEvent = ExtendableEvent & { tag: string }

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

serveAppShell(self.__WB_MANIFEST)
serveSharedReplies()

const drainQuietly = (): Promise<void> => drainAllAccounts().catch(() => undefined)

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | undefined
  if (message?.type === 'skip-waiting') void self.skipWaiting()
  if (message?.type === 'drain') event.waitUntil(drainQuietly())
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === outboxSyncTag) sync.waitUntil(drainAllAccounts())
})
