import { expect, type Page } from '@playwright/test'
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

/** A busy machine downloads six packs meanwhile. */
const readyWithinMs = 20_000

/** Resolves when the stop is drawn and nothing of it is still loading. */
export const settle = async (page: Page, { sees, act }: Pick<Stop, 'sees' | 'act'>): Promise<void> => {
  await act?.(page)
  await expect(page.getByText(sees).locator('visible=true').first()).toBeVisible({ timeout: readyWithinMs })
  await drawn(page)
}

/** Resolves when nothing is loading, whatever the screen shows. */
export const drawn = async (page: Page): Promise<void> => {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: readyWithinMs })
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
  })
}

/** Opens the stop by its address, as a reload would; a panel that a stop before left open stays closed. */
export const openStop = async (page: Page, stop: Stop): Promise<void> => {
  await page.evaluate(() => {
    for (const flag of ['panel_recharge_open', 'panel_coin_history_open']) localStorage.removeItem(flag)
  })
  await page.goto(stop.address)
  await settle(page, stop)
}

/** Goes to an address within the running app, as its own links do: nothing is loaded anew. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

export const goToStop = async (page: Page, stop: Stop): Promise<void> => {
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

/** For a visitor. `/payment` is the page of an order. */
export const publicStops = ({ orderId }: Pick<StudiedStudent, 'orderId'>): Stop[] => [
  { name: 'login', address: '/login', sees: '一张卡，一个知识点' },
  { name: 'privacy', address: '/privacy', sees: /我们只收集/ },
  { name: 'user-agreement', address: '/user-agreement', sees: /这份协议/ },
  { name: 'payment', address: `/payment?order=${orderId}`, sees: '等待付款' },
  { name: 'payment-none', address: '/payment', sees: '没有这张订单' },
]

/** For a signed-in student: the routes. */
export const studentStops = ({
  packId,
  lockedPackId,
  privatePackId,
  teacherId,
}: Omit<StudiedStudent, 'token' | 'orderId'>): Stop[] => [
  { name: 'home', address: '/home', sees: /我的卡包/ },
  { name: 'resource', address: '/resource', sees: '本周热学' },
  { name: 'generate', address: '/generate', sees: '生成卡片' },
  { name: 'explore', address: '/explore', sees: '换一批' },
  { name: 'me', address: '/me', sees: /第 \d+ 级/ },
  { name: 'my-generation', address: '/my-generation', sees: '私有卡包' },
  { name: 'profile-edit', address: '/profile/edit', sees: '头像' },
  { name: 'challenge-config', address: '/profile/challenge-config', sees: '怎么考你' },
  { name: 'settings', address: '/settings', sees: '语言' },
  { name: 'account-security', address: '/settings/account-security', sees: '登录的设备' },
  { name: 'theme-settings', address: '/theme-settings', sees: '护眼' },
  { name: 'my-learning', address: '/my-learning', sees: '薄弱知识点' },
  { name: 'level-detail', address: '/level-detail', sees: '怎么得学识' },
  { name: 'cardpack', address: `/cardpack/${packId}`, sees: '已下载' },
  { name: 'cardpack-locked', address: `/cardpack/${lockedPackId}`, sees: /^解锁/ },
  { name: 'private-cardpack', address: `/private-cardpack/${privatePackId}`, sees: '5 张卡片' },
  { name: 'teacher', address: `/teacher/${teacherId}`, sees: /负责古诗文/ },
  { name: 'not-found', address: '/nowhere', sees: '没有这个页面' },
]

/** For a signed-in student: what stands over the routes, or in their place, by the address. */
export const layerStops = ({
  packId,
  lockedPackId,
  privatePackId,
}: Pick<StudiedStudent, 'packId' | 'lockedPackId' | 'privatePackId'>): Stop[] => [
  { name: 'home-filter', address: '/home?filter=1', sees: '筛选与排序' },
  { name: 'recharge', address: '/home?recharge=1', sees: '充值金币' },
  { name: 'coin-history', address: '/home?coins=1', sees: '金币明细' },
  { name: 'search-history', address: '/resource?q=', sees: /可以搜/ },
  { name: 'search', address: '/resource?q=tangshi', sees: /唐诗三百首/ },
  { name: 'search-nothing', address: '/resource?q=zzzzzz', sees: /没有找到/ },
  { name: 'cardpack-intro', address: `/cardpack/${packId}?tab=intro`, sees: '资料来源' },
  { name: 'cardpack-reviews', address: `/cardpack/${packId}?tab=reviews`, sees: '周子涵' },
  { name: 'review-editor', address: `/cardpack/${packId}?tab=reviews&review=1`, sees: '评价这个卡包' },
  { name: 'unlock', address: `/cardpack/${lockedPackId}?unlock=1`, sees: '现有余额' },
  { name: 'cardpack-missing', address: '/cardpack/none', sees: '没有这个卡包' },
  { name: 'study-front', address: `/cardpack/${packId}?study=1`, sees: '显示答案' },
  { name: 'study-answer', address: `/cardpack/${packId}?study=1`, sees: '重来', act: showAnswer },
  { name: 'private-rename', address: `/private-cardpack/${privatePackId}?rename=1`, sees: '重命名' },
  { name: 'generate-review', address: '/generate', sees: '检查卡片', act: generate },
  { name: 'phone-change', address: '/settings/account-security?phone=1', sees: /更换后用新号码/ },
  { name: 'age', address: '/settings/account-security?age=1', sees: '你的年龄段' },
  { name: 'leave', address: '/settings/account-security?leave=1', sees: '先导出我的数据' },
]
