import { chromium } from '@playwright/test'
import { chromiumFlags, ensureChromium } from '../../scripts/find-chromium.mjs'
import { phoneScreen } from '../browser/phone.ts'
import type { Engine } from './engine.ts'

/** With the back/forward cache, which Playwright switches off: a page that is left is frozen, as on a phone. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ viewport: phoneScreen })
  return {
    open: async (url) => {
      await page.goto(url)
    },
    back: async () => {
      await page.goBack({ waitUntil: 'commit' })
    },
    evaluate: (expression) => page.evaluate<string>(expression),
    quit: () => browser.close(),
  }
}
