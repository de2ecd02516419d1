import type { BrowserContext } from '@playwright/test'

/** From the next page on, the page takes the browser for one that also says this of itself. */
export function pretendAgent(context: BrowserContext, says: string): Promise<unknown> {
  return context.addInitScript((words) => {
    const agent = `${navigator.userAgent} ${words}`
    Object.defineProperty(Navigator.prototype, 'userAgent', { get: () => agent })
  }, says)
}
