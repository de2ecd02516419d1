import type { Page } from '@playwright/test'

/** What only the debugger of Chromium can do to a page. Each works on one page and its origin. */

/** Ends every service worker at once, in the middle of whatever it does; the next event starts a new one. */
export async function killServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Crashes the tab's process, as a phone short of memory does: no unload handler runs. */
export async function crashTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The call itself gets no answer: who should have given it is gone.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

/**
 * Fires the `sync` event now, instead of when Chromium finds the network good, and starts the worker if it
 * stands still.
 * @param tag e.g. `outbox`
 */
export async function dispatchSync(
  page: Page,
  tag: string,
  options: { lastChance?: boolean } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registrationId = await new Promise<string>((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })
  const lastChance = options.lastChance ?? false
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
  await session.detach()
}

/**
 * Gives the origin a smaller disk: IndexedDB and Cache Storage refuse what goes beyond.
 * @param bytes measured from zero, not from what is used
 * @returns gives the disk back; it also comes back when the page closes
 */
export async function limitStorage(page: Page, bytes: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes })
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin })
    await session.detach()
  }
}

/** Throws away what the origin keeps, also while a tab has it open, as a browser does that runs short of space. */
export async function clearOrigin(
  page: Page,
  kinds: readonly ('indexeddb' | 'local_storage' | 'cookies')[],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: kinds.join(',') })
  await session.detach()
}

/** Slows the page's processor: 4 makes this machine about as fast as a cheap phone. Workers keep their speed. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}
