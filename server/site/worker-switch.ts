import type { Config } from '#server/config/config.ts'
import { assetOf, type AssetTable } from './asset-table.ts'

/**
 * What the operator serves in place of a worker that does harm. Browsers ask for the worker's script at every visit,
 * whatever the installed one does, and run what comes: it takes the installed app off the device and loads the pages
 * that it had drawn. Pages that register it again have nothing of it to load. Answers and sessions are in no cache.
 */
const droppingWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      const pages = await self.clients.matchAll({ type: 'window' })
      await self.registration.unregister()
      for (const page of pages) page.navigate(page.url).catch(() => undefined)
    })(),
  )
})
`

const workerPath = '/sw.js'

export function withWorkerSwitch(
  table: AssetTable,
  { dropsWorker }: Pick<Config, 'dropsWorker'>,
): AssetTable {
  if (!dropsWorker) return table
  return new Map(table).set(workerPath, assetOf('sw.js', { identity: Buffer.from(droppingWorker) }))
}
