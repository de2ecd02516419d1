import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { phoneScreen } from '../browser/phone.ts'
import { workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'

/** Every screen for everybody: axe finds nothing, in light, dark and from right to left; nothing is cut off. */

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** An address, and what to wait for or to do until the screen is as it shall be looked at. */
type Stop = { address: string; ready: (page: Page) => Promise<void> }

const sees = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible()

const publicStops: Stop[] = [
  { address: '/login', ready: sees('一张卡，一个知识点') },
  { address: '/privacy', ready: sees('隐私政策') },
  { address: '/user-agreement', ready: sees('用户协议') },
  { address: '/payment', ready: sees('没有这张订单') },
]

const stopsOf = (packId: string): Stop[] => [
  { address: '/home', ready: sees('今日目标') },
  { address: '/home?filter=1', ready: sees('筛选与排序') },
  { address: '/resource', ready: sees('本周热学') },
  { address: '/resource?q=tangshi', ready: sees('唐诗三百首') },
  { address: '/resource?q=zzzzzz', ready: sees('没有找到') },
  { address: `/cardpack/${packId}`, ready: sees('已下载') },
  { address: `/cardpack/${packId}?tab=intro`, ready: sees('资料来源') },
  { address: '/cardpack/none', ready: sees('没有这个卡包') },
  {
    address: `/cardpack/${packId}?study=1`,
    ready: async (page) => {
      await page.getByRole('button', { name: '显示答案' }).click()
      await expect(page.getByRole('group', { name: '记得怎么样' })).toBeVisible()
    },
  },
  { address: `/cardpack/${packId}?tab=reviews`, ready: sees('还没有评价') },
  { address: '/me', ready: sees(/第 \d+ 级/) },
  { address: '/settings', ready: sees('退出登录') },
  { address: '/nowhere', ready: sees('没有这个页面') },
]

/** The screens beside the study of packs; they need no pack. */
const otherStops: Stop[] = [
  { address: '/home?recharge=1', ready: sees('现有 200 金币') },
  { address: '/explore', ready: sees('换一批') },
  { address: '/generate', ready: sees('生成卡片') },
  { address: '/my-learning', ready: sees('薄弱知识点') },
  { address: '/level-detail', ready: sees('怎么得学识') },
  { address: '/profile/challenge-config', ready: sees('怎么考你') },
  { address: '/profile/edit', ready: sees('头像') },
  { address: '/theme-settings', ready: sees('护眼') },
  { address: '/teacher/zhika-yuwen', ready: sees('唐诗三百首') },
]

/** With the server gone, on a device that has the app and one pack. */
const offlineStops: Stop[] = [
  { address: '/home', ready: sees('当前没有网络') },
  { address: '/resource?q=zzzzzz', ready: sees('没有找到') },
  { address: '/cardpack/none', ready: sees('当前没有网络') },
]

type Look = 'light' | 'dark' | 'from right to left'

/** What is wrong with the screen as it stands, at 390 and at 320 CSS pixels. */
const faultsOf = async (page: Page, where: string): Promise<string[]> => {
  const faults = await violationsOf(page)
  await page.setViewportSize({ width: 320, height: 640 })
  if ((await overflowOf(page)) > 0) faults.push('scrolls sideways at 320 px')
  await page.setViewportSize(phoneScreen)
  return faults.map((fault) => `${where}: ${fault}`)
}

/** Looks at each stop in each look and gathers what is wrong. */
const inspect = async (page: Page, stops: readonly Stop[]): Promise<string[]> => {
  const found: string[] = []
  const visit = async ({ address, ready }: Stop, locale: string): Promise<void> => {
    await page.evaluate((chosen) => localStorage.setItem('locale', chosen), locale)
    await page.goto(address)
    await ready(page)
  }
  const look = async ({ address }: Stop, as: Look): Promise<void> => {
    await page.emulateMedia({ colorScheme: as === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
    // The colours of the other scheme are there with the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const direction = await page.evaluate(() => document.documentElement.dir)
    expect(direction === 'rtl', address).toBe(as === 'from right to left')
    found.push(...(await faultsOf(page, `${address} ${as}`)))
  }
  for (const stop of stops) {
    await visit(stop, 'zh-CN')
    await look(stop, 'light')
    await look(stop, 'dark')
    await visit(stop, 'ar')
    await look(stop, 'from right to left')
  }
  return found
}

test('axe finds nothing on the public screens, and none of them scrolls sideways at 320 px', async ({
  phone,
}) => {
  await phone.page.goto('/login')
  expect(await inspect(phone.page, publicStops)).toEqual([])
})

test('axe finds nothing on a student’s screens, and none of them scrolls sideways at 320 px', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const packId = await givePack(page)
  const found = await inspect(page, stopsOf(packId))
  await workerReady(page)
  await server.stop()
  found.push(...(await inspect(page, offlineStops)))
  expect(found).toEqual([])
})

test('axe finds nothing on the other screens, and none of them scrolls sideways at 320 px', async ({
  phone,
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  expect(await inspect(page, otherStops)).toEqual([])
})

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
