import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { chromiumFlags, ensureChromium } from '../../scripts/find-chromium.mjs'

/**
 * A student's phone: Chromium with a profile on disk, so that closing and opening it again is a cold start
 * of the installed app with all that it stored. 390 × 844 CSS pixels, touch, Chinese, Beijing time.
 */
export type Phone = {
  /** The first tab. After `reopen` it is another object. */
  readonly page: Page
  readonly context: BrowserContext
  /** Opens one more tab. */
  newTab: () => Promise<Page>
  /** Closes all tabs and opens one, which is the first from then on: what a tab remembers is gone. */
  renewTabs: () => Promise<Page>
  /**
   * Ends the browser, and with it every tab and worker, and starts it on the same profile.
   * @param whileClosed what happens to the profile's folder in between
   */
  reopen: (whileClosed?: (profileDir: string) => Promise<void>) => Promise<Page>
  /** Ends the browser and throws the phone away. */
  discard: () => Promise<void>
}

export const phoneScreen = { width: 390, height: 844 } as const

export type PhoneOptions = {
  /** CSS pixels. */
  screen?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  /** A page that is left stays frozen for the way back, as in a browser that is not automated. */
  keepsLeftPages?: boolean
}

/** @param baseUrl where relative addresses lead */
export async function openPhone(baseUrl: string, options: PhoneOptions = {}): Promise<Phone> {
  const executablePath = await ensureChromium()
  const profile = await mkdtemp(join(tmpdir(), 'zhika-phone-'))
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      executablePath,
      args: chromiumFlags,
      ignoreDefaultArgs: options.keepsLeftPages === true ? ['--disable-back-forward-cache'] : [],
      baseURL: baseUrl,
      viewport: options.screen ?? phoneScreen,
      colorScheme: options.colorScheme ?? 'light',
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
    })
  const firstTab = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage()

  let context = await launch()
  let page = await firstTab(context)
  return {
    get page() {
      return page
    },
    get context() {
      return context
    },
    newTab: () => context.newPage(),
    renewTabs: async () => {
      const old = context.pages()
      page = await context.newPage()
      for (const tab of old) await tab.close()
      return page
    },
    reopen: async (whileClosed) => {
      await context.close()
      await whileClosed?.(profile)
      context = await launch()
      page = await firstTab(context)
      return page
    },
    discard: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** From the next page on all requests go to the network, where a test can hold or fail them. */
export function withoutWorker({ context }: Pick<Phone, 'context'>): Promise<unknown> {
  return context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
}
