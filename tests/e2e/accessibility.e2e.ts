import type { Page } from '@playwright/test'
import type { Theme } from '#contract/themes.ts'
import { callAs } from '../browser/api.ts'
import { bringAxe, colorFaults, looksOf, structuralFaults } from '../browser/axe.ts'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { phoneScreen } from '../browser/phone.ts'
import { workerReady } from '../browser/screen.ts'
import { layerStops, goToStop, openStop, publicStops, studentStops, type Stop } from '../browser/stops.ts'
import { enterStudied } from '../browser/studied.ts'

/**
 * Every screen for everybody: axe finds nothing, in either direction of writing and in any theme by day and by
 * night; nothing is cut off on a small phone.
 */

// A trace would take a picture of the page at each of thousands of looks; the faults say themselves where they are.
test.use({ trace: 'off' })

const narrow = { width: 320, height: 640 }

/** How the page is built and laid out in one direction; the words stay what they are. */
const faultsInDirection = async (page: Page, dir: 'ltr' | 'rtl'): Promise<string[]> => {
  await page.evaluate(
    ({ dir, lang }) => {
      document.documentElement.dir = dir
      document.documentElement.lang = lang
    },
    { dir, lang: dir === 'rtl' ? 'ar' : 'zh-CN' },
  )
  const faults = await structuralFaults(page)
  await page.setViewportSize(narrow)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px at ${narrow.width} px`)
  await page.setViewportSize(phoneScreen)
  return faults.map((fault) => `${dir}: ${fault}`)
}

const faultsAt = async (page: Page, stop: Stop, themes: readonly Theme[]): Promise<string[]> => {
  await goToStop(page, stop)
  const faults = [
    ...(await faultsInDirection(page, 'rtl')),
    ...(await faultsInDirection(page, 'ltr')),
    ...(await colorFaults(page, themes.flatMap(looksOf))),
  ]
  return faults.map((fault) => `${stop.name}: ${fault}`)
}

const themesOf = async (page: Page): Promise<Theme[]> => {
  const { themes } = await callAs(new URL(page.url()).origin, null, 'GET /themes/available', {})
  expect(themes.length).toBeGreaterThanOrEqual(7)
  return themes
}

const inspect = async (page: Page, stops: readonly Stop[], known?: readonly Theme[]): Promise<string[]> => {
  const themes = known ?? (await themesOf(page))
  const [first] = stops
  if (first) await openStop(page, first)
  await bringAxe(page)
  const found: string[] = []
  for (const stop of stops) found.push(...(await faultsAt(page, stop, themes)))
  return found
}

test.describe('axe finds nothing in any theme and direction, and nothing scrolls sideways at 320 px', () => {
  test.describe.configure({ timeout: 120_000 })

  test('on the public screens', async ({ server, phone }) => {
    const { orderId } = await enterStudied(phone.page, server.url)
    await phone.page.evaluate(() => localStorage.clear())
    expect(await inspect(phone.page, publicStops({ orderId }))).toEqual([])
  })

  for (const half of [0, 1]) {
    test(`on a student’s screens, part ${half + 1}`, async ({ server, phone }) => {
      const stops = studentStops(await enterStudied(phone.page, server.url))
      const part = stops.filter((_, index) => index % 2 === half)
      expect(await inspect(phone.page, part)).toEqual([])
    })

    test(`on what stands over them, part ${half + 1}`, async ({ server, phone }) => {
      const stops = layerStops(await enterStudied(phone.page, server.url))
      const part = stops.filter((_, index) => index % 2 === half)
      expect(await inspect(phone.page, part)).toEqual([])
    })
  }

  test('with the server gone', async ({ server, phone }) => {
    const { page } = phone
    await enterStudied(page, server.url)
    await page.goto('/home')
    const themes = await themesOf(page)
    await expect(page.getByText('已离线可用')).toBeVisible()
    await workerReady(page)
    await server.stop()
    expect(await inspect(page, offlineStops, themes)).toEqual([])
  })
})

/** On a phone that has the app and some packs, and has never been on these. */
const offlineStops: Stop[] = [
  { name: 'home offline', address: '/home', sees: '当前没有网络' },
  { name: 'search offline', address: '/resource?q=zzzzzz', sees: '没有找到' },
  { name: 'pack offline', address: '/cardpack/none', sees: '卡包没有打开' },
]

/** Presses Tab until the focus is on what is looked for; a student who cannot see does no more. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return ''
      const label =
        element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
      return element.getAttribute('aria-label') ?? label ?? ''
    })
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (name.test((await focused()).trim())) return
  }
  throw new Error(`${String(name)} is not reached with Tab`)
}

test('signing in and studying need no more than a keyboard', async ({ phone, phoneNumber }) => {
  const { page } = phone
  await page.goto('/home')
  await expect(page.getByLabel('手机号')).toBeVisible()
  await tabTo(page, /^手机号/)
  await page.keyboard.type(phoneNumber)
  await tabTo(page, /^获取验证码/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('note')).toBeVisible()
  await tabTo(page, /^填入/)
  await page.keyboard.press('Enter')
  await tabTo(page, /已阅读并同意/)
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByLabel('验证码', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  const packId = await givePack(page)
  await page.goto(`/cardpack/${packId}`)
  await expect(page.getByRole('button', { name: '已下载' })).toBeVisible()
  await tabTo(page, /^开始学习/)
  await page.keyboard.press('Enter')
  const showAnswer = page.getByRole('button', { name: '显示答案' })
  const ratings = page.getByRole('group', { name: '记得怎么样' })
  const count = page.getByText(/^\d+ \/ \d+$/)
  await expect(showAnswer).toBeVisible()
  for (const key of ['4', '3']) {
    await page.keyboard.press('Space')
    await expect(ratings).toBeVisible()
    await page.keyboard.press(key)
    await expect(showAnswer).toBeVisible()
  }
  await expect(count).toHaveText(/^2 \//)
  await page.keyboard.press('u')
  await expect(count).toHaveText(/^1 \//)
  await expect(ratings).toBeVisible()
  await tabTo(page, /^简单/)
  await page.keyboard.press('Enter')
  await expect(showAnswer).toBeVisible()
  await expect(count).toHaveText(/^2 \//)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/cardpack/${packId}`)
  await expect(page.getByRole('button', { name: '开始学习' })).toBeFocused()
})
