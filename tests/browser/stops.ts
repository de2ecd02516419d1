import { expect, type Page } from '@playwright/test'
import {
  cardPackPath,
  patterns,
  paymentPath,
  privateCardPackPath,
  publicPaths,
  teacherPath,
} from '#src/lib/paths.ts'
import type { StudiedStudent } from './studied.ts'

/** Every address of the specification's table and every layer over one, as a list to walk through. */

export type Stop = {
  /** Of a file, too. */
  name: string
  address: string
  /** What stands there once the screen is itself. */
  sees: string | RegExp
  /** What a student does to get from the address to what is looked at. */
  act?: (page: Page) => Promise<void>
}

/** A busy machine also downloads six packs in that time. */
const readyWithinMs = 20_000

/** Resolves when the stop is drawn and nothing of it is still loading. */
const settle = async (page: Page, { sees, act }: Pick<Stop, 'sees' | 'act'>): Promise<void> => {
  await act?.(page)
  await expect(page.getByText(sees).locator('visible=true').first()).toBeVisible({ timeout: readyWithinMs })
  await drawn(page)
}

/** Resolves when nothing is loading, whatever the screen shows. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: readyWithinMs })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
  })
}

/** Opens the stop by its address, as a reload would; a panel that a stop before left open stays closed. */
export async function openStop(page: Page, stop: Stop): Promise<void> {
  await page.evaluate(() => {
    for (const flag of ['panel_recharge_open', 'panel_coin_history_open']) localStorage.removeItem(flag)
  })
  await page.goto(stop.address)
  await settle(page, stop)
}

/** Goes to an address within the running app, as its own links do: nothing is loaded again. */
export function goWithin(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}

export async function goToStop(page: Page, stop: Stop): Promise<void> {
  await goWithin(page, stop.address)
  await settle(page, stop)
}

const showAnswer = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '显示答案' }).click()
}

const generate = async (page: Page): Promise<void> => {
  const notes = page.getByRole('textbox', { name: '笔记' })
  await notes.fill('# 水的性质\n沸点：100 摄氏度\n凝固点：0 摄氏度\n化学式：H₂O\n嗯嗯\n')
  await page.getByRole('button', { name: '生成', exact: true }).click()
}

type ScreenName = Exclude<keyof typeof patterns, 'root'>

/** What stands on each screen of `lib/paths.ts` once it is itself. */
const sees: Record<ScreenName, Stop['sees']> = {
  login: '一张卡，一个知识点',
  privacy: /我们只收集/,
  userAgreement: /这份协议/,
  payment: '等待付款',
  home: /我的卡包/,
  resource: '按知识点',
  generate: '生成卡片',
  explore: '换一批',
  myGeneration: '私有卡包',
  me: /第 \d+ 级/,
  profileEdit: '头像',
  challengeConfig: '怎么考你',
  settings: '语言',
  accountSecurity: '登录的设备',
  themeSettings: '护眼',
  myLearning: '薄弱知识点',
  levelDetail: '怎么得学识',
  cardPack: '已下载',
  privateCardPack: '5 张卡片',
  teacher: /负责古诗文/,
}

/** @param addresses of screens that are of something */
const stopsOf = (isPublic: boolean, addresses: Partial<Record<ScreenName, string>>): Stop[] =>
  (Object.keys(sees) as ScreenName[])
    .filter((name) => publicPaths.includes(patterns[name]) === isPublic)
    .map((name) => ({
      name: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      address: addresses[name] ?? patterns[name],
      sees: sees[name],
    }))

/** For a visitor. `/payment` is the page of an order. */
export function publicStops({ orderId }: Pick<StudiedStudent, 'orderId'>): Stop[] {
  return [
    ...stopsOf(true, { payment: paymentPath(orderId) }),
    { name: 'payment-none', address: patterns.payment, sees: '没有这张订单' },
  ]
}

/** For a signed-in student: the routes. */
export function studentStops({
  packId,
  lockedPackId,
  privatePackId,
  teacherId,
}: Omit<StudiedStudent, 'token' | 'orderId'>): Stop[] {
  return [
    ...stopsOf(false, {
      cardPack: cardPackPath(packId),
      privateCardPack: privateCardPackPath(privatePackId),
      teacher: teacherPath(teacherId),
    }),
    { name: 'card-pack-locked', address: cardPackPath(lockedPackId), sees: /^解锁/ },
    { name: 'not-found', address: '/nowhere', sees: '没有这个页面' },
  ]
}

/** For a signed-in student: what stands over the routes, or in their place, by the address. */
export function layerStops({
  packId,
  lockedPackId,
  privatePackId,
}: Pick<StudiedStudent, 'packId' | 'lockedPackId' | 'privatePackId'>): Stop[] {
  return [
    { name: 'home-filter', address: '/home?filter=1', sees: '筛选与排序' },
    { name: 'recharge', address: '/home?recharge=1', sees: '充值金币' },
    { name: 'coin-history', address: '/home?coins=1', sees: '金币明细' },
    { name: 'search-history', address: '/resource?q=', sees: /可以搜/ },
    { name: 'search', address: '/resource?q=tangshi', sees: /^卡包 \d/ },
    { name: 'search-nothing', address: '/resource?q=zzzzzz', sees: /没有找到/ },
    { name: 'card-pack-intro', address: `/cardpack/${packId}?tab=intro`, sees: '资料来源' },
    { name: 'card-pack-reviews', address: `/cardpack/${packId}?tab=reviews`, sees: '周子涵' },
    { name: 'review-editor', address: `/cardpack/${packId}?tab=reviews&review=1`, sees: '评价这个卡包' },
    { name: 'unlock', address: `/cardpack/${lockedPackId}?unlock=1`, sees: '现有余额' },
    { name: 'card-pack-missing', address: '/cardpack/none', sees: '没有这个卡包' },
    { name: 'study-front', address: `/cardpack/${packId}?study=1`, sees: '显示答案' },
    { name: 'study-answer', address: `/cardpack/${packId}?study=1`, sees: '重来', act: showAnswer },
    { name: 'private-rename', address: `/private-cardpack/${privatePackId}?rename=1`, sees: '重命名' },
    { name: 'generate-review', address: '/generate', sees: '检查卡片', act: generate },
    { name: 'phone-change', address: '/settings/account-security?phone=1', sees: '确认是我' },
    { name: 'age', address: '/settings/account-security?age=1', sees: '你的年龄段' },
    { name: 'leave', address: '/settings/account-security?leave=1', sees: '确认是我' },
    { name: 'admin', address: '/me?admin=1', sees: '我的报错' },
  ]
}
