import type { Locator, Page } from '@playwright/test'

/** Where a test looks on any screen. */

/** Messages that come and go, of every kind. */
export const toasts = (page: Page): Locator => page.locator('[popover] [data-kind]')

/** Resolves when the service worker runs this page's origin: from then on the app starts with no network. */
export const workerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  })

/** Errors that nobody caught, and what the app wrote to the console as one; filled while the page lives. */
export const watchProblems = (page: Page): { uncaught: string[]; logged: string[] } => {
  const problems: { uncaught: string[]; logged: string[] } = { uncaught: [], logged: [] }
  page.on('pageerror', (error) => problems.uncaught.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.logged.push(message.text())
  })
  return problems
}
