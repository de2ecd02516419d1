import { randomUUID } from 'node:crypto'
import { accessTokenKey } from '#contract/constants.ts'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { withoutWorker } from '../browser/phone.ts'
import { signIn } from '../browser/sign-in.ts'
import { signInByCall } from '../browser/studied.ts'
import type { RouteId } from './clauses-routes.ts'

/** Section 2: every address, to a student and to a visitor. */

type Screen = {
  address: string
  /** What the document is called. */
  title: string
  /** What a student sees there. */
  shows: string | RegExp
  /** Where it leads a student; itself when absent. */
  leadsTo?: string
}
type PackIds = { packId: string; privatePackId: string }

const screens = ({ packId, privatePackId }: PackIds): Record<RouteId, Screen> => ({
  '2.1.1': { address: '/', title: '首页', shows: '我的卡包', leadsTo: '/home' },
  '2.1.2': { address: '/login?from=%2Fme', title: '我的', shows: /第 \d+ 级/, leadsTo: '/me' },
  '2.1.3': { address: '/privacy', title: '隐私政策', shows: '隐私政策' },
  '2.1.4': { address: '/user-agreement', title: '用户协议', shows: '用户协议' },
  '2.1.5': { address: '/payment', title: '支付', shows: '没有这张订单' },
  '2.1.6': { address: '/home', title: '首页', shows: '我的卡包' },
  '2.1.7': { address: '/resource', title: '资源', shows: '按知识点' },
  '2.1.8': { address: '/generate', title: '生成', shows: '把笔记变成卡片' },
  '2.1.9': { address: '/explore', title: '探索', shows: '换一批' },
  '2.1.10': { address: '/my-generation', title: '我的生成', shows: '生物笔记' },
  '2.1.11': { address: '/me', title: '我的', shows: /第 \d+ 级/ },
  '2.1.12': { address: '/profile/edit', title: '编辑资料', shows: '头像' },
  '2.1.13': { address: '/profile/challenge-config', title: '学习定制', shows: '怎么考你' },
  '2.1.14': { address: '/settings', title: '设置', shows: '退出登录' },
  '2.1.15': { address: '/settings/account-security', title: '账号与安全', shows: /138\*{4}\d{4}/ },
  '2.1.16': { address: '/theme-settings', title: '主题', shows: '护眼' },
  '2.1.17': { address: '/my-learning', title: '我的学习', shows: '薄弱知识点' },
  '2.1.18': { address: '/level-detail', title: '等级', shows: '怎么得学识' },
  '2.1.19': { address: `/cardpack/${packId}`, title: '卡包', shows: '收藏' },
  '2.1.20': { address: `/private-cardpack/${privatePackId}`, title: '我的卡包', shows: '生物笔记' },
  '2.1.21': { address: '/teacher/zhika-yuwen', title: '老师', shows: '知卡语文教研室' },
  '2.1.22': { address: '/nowhere/at/all', title: '没有这个页面', shows: '没有这个页面' },
})

/** Open to everybody: what a visitor sees there, who has nothing of a student. */
const open = new Map([
  ['/login?from=%2Fme', '一张卡，一个知识点'],
  ['/privacy', '隐私政策'],
  ['/user-agreement', '用户协议'],
  ['/payment', '没有这张订单'],
])

const givePacks = async (host: string, token: string): Promise<PackIds> => {
  const { weekly } = await callAs(host, token, 'GET /discovery', {})
  const privatePackId = randomUUID()
  await callAs(host, token, 'POST /private-packs', {
    packId: privatePackId,
    title: '生物笔记',
    gradeId: 'g7',
    subjectId: 'shengwu',
    cards: [{ id: randomUUID(), front: '光合作用', back: '绿色植物利用光能制造有机物' }],
  })
  return { packId: weekly[0]!.id, privatePackId }
}

test('[2.1.1–2.1.22, 2.5, 6.1, 6.2, 7.10] each address shows its screen to a student, and to a visitor the login', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  const { page } = phone
  const chunks: string[] = []
  page.on('request', (request) => {
    if (['script', 'stylesheet'].includes(request.resourceType()))
      chunks.push(new URL(request.url()).pathname)
  })
  // The packs first: the page keeps for minutes what it once heard of them.
  const token = await signInByCall(server.url, phoneNumber)
  const all = Object.values(screens(await givePacks(server.url, token)))
  await page.goto('/privacy')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [accessTokenKey, token] as const)

  for (const { address, title, shows, leadsTo } of all) {
    await page.goto(address)
    await expect(page.locator('main').getByText(shows).first(), address).toBeVisible()
    await expect(page, address).toHaveTitle(`${title} · 知卡`)
    expect(new URL(page.url()).pathname, address).toBe(leadsTo ?? address)
  }
  expect(chunks.length).toBeGreaterThan(all.length)
  expect(chunks.filter((path) => !path.startsWith('/assets/'))).toEqual([])

  await page.evaluate(() => localStorage.removeItem('access_token'))
  for (const { address, leadsTo } of all) {
    await page.goto(address)
    const shown = open.get(address)
    const asked = leadsTo ?? address
    const login = asked === '/home' ? '/login' : `/login?from=${encodeURIComponent(asked)}`
    await expect(page, address).toHaveURL(shown === undefined ? login : address)
    await expect(
      page
        .locator('main')
        .getByText(shown ?? '一张卡，一个知识点')
        .first(),
      address,
    ).toBeVisible()
  }
})

test('[2.2, 2.3, 2.5] the screens share one layout, come on demand, and end when the token is gone', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  // Without the worker every file comes when the page asks for it, and no sooner.
  await withoutWorker(phone)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const wasAsked = (screen: string) => asked.some((path) => path.startsWith(`/assets/${screen}.screen-`))
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await expect(page.getByText('从第一个卡包开始')).toBeVisible()
  await page.evaluate(() => document.querySelector('main')?.setAttribute('data-same', 'layout'))

  for (const [tab, screen, shown] of [
    ['资源', 'resource', '按知识点'],
    ['探索', 'explore', '换一批'],
    ['我的', 'me', '设置'],
  ] as const) {
    expect(wasAsked(screen), `${screen} before it was opened`).toBe(false)
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.locator('main[data-same]').getByText(shown).first()).toBeVisible()
    expect(wasAsked(screen), `${screen} after it was opened`).toBe(true)
  }
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.getByRole('link', { name: '资源', exact: true }).click()
  await expect(page).toHaveURL('/login?from=%2Fresource')
  await expect(page.getByLabel('手机号')).toBeVisible()
})
