import { outboxSyncTag } from '#contract/constants.ts'
import { serveAppShell } from './app-shell.ts'
import type { WorkerMessage } from './messages.ts'
import { drainAllAccounts } from './outbox-sync.ts'
import { serveSharedReplies } from './shared-cache.ts'
import type { ManifestEntry } from './shell-file.ts'

/** Wires events to the parts. A new worker waits until a page at a safe point lets it in. */

type SyncEvent = ExtendableEvent & { tag: string }

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: ManifestEntry[] }

const shell = serveAppShell(self.__WB_MANIFEST)
serveSharedReplies()

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage | undefined
  if (message === undefined) return
  const reply = (answer: unknown): void => event.ports[0]?.postMessage(answer)
  switch (message.type) {
    case 'skip-waiting':
      return void self.skipWaiting()
    case 'shell-started':
      return event.waitUntil(shell.started(message.entry))
    case 'shell-failed':
      return event.waitUntil(shell.failed(message.entry).then(reply))
    case 'shell-state':
      return event.waitUntil(shell.tellState(message.entry, reply))
  }
})

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === outboxSyncTag) sync.waitUntil(drainAllAccounts())
})
