import type { Page } from '@playwright/test'

/**
 * Throws away what the device has of the app's own files.
 * @param files all caches of the origin, or that many files
 * @returns what is gone, to be read in a report
 */
export function loseFiles(page: Page, files: number | 'all'): Promise<string> {
  return page.evaluate(async (wanted) => {
    const names = await caches.keys()
    if (wanted === 'all') {
      for (const name of names) await caches.delete(name)
      return names.join(' ')
    }
    const gone: string[] = []
    for (const name of names.filter((it) => it.startsWith('zhika-shell-'))) {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      // Spread over all of them: the document, scripts, styles and fonts.
      const pace = Math.max(1, Math.floor(requests.length / wanted))
      for (const request of requests.filter((_, index) => index % pace === 0)) {
        await cache.delete(request)
        gone.push(new URL(request.url).pathname)
      }
    }
    return gone.join(' ')
  }, files)
}
