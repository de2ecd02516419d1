import { expect, type Locator, type Page } from '@playwright/test'
import type { ShellState } from '#sw/messages.ts'

/** Where a test looks on any screen. */

/** Messages that come and go, of every kind. */
export function toasts(page: Page): Locator {
  return page.locator('[popover] [data-kind]')
}

/** What the worker says of the app's files on the device, to a page of this build. */
export function shellState(page: Page): Promise<ShellState> {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const entry = [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].at(-1)?.src
    const { port1, port2 } = new MessageChannel()
    return new Promise<ShellState>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data as ShellState)
      active?.postMessage({ type: 'shell-state', entry }, [port2])
    })
  })
}

/** Resolves when the worker runs this page's origin and has all of the app: from then on it starts with no network. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    })
  })
  await expect
    .poll(
      async () => {
        const state = await shellState(page)
        return state !== null && state.kept === state.total
      },
      { timeout: 20_000 },
    )
    .toBe(true)
}

/** Uncaught errors, and what the app wrote to the console as one; filled while the page lives. */
export function watchProblems(page: Page): { uncaught: string[]; logged: string[] } {
  const problems: { uncaught: string[]; logged: string[] } = { uncaught: [], logged: [] }
  page.on('pageerror', (error) => problems.uncaught.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.logged.push(message.text())
  })
  return problems
}
