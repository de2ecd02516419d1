import type { StudiedStudent } from '../browser/studied.ts'
import { layerStops, publicStops, studentStops, type Stop } from '../browser/stops.ts'
import { answerCard } from '../browser/study.ts'

/** Which screens are taken for whom; what is not distinguished here is in tests/browser/stops.ts. */

export function visitorStops(student: StudiedStudent): Stop[] {
  return [
    ...publicStops(student),
    {
      name: 'login-wrong',
      address: '/login',
      sees: '一张卡，一个知识点',
      act: async (page) => {
        await page.getByLabel('手机号').fill('123')
        await page.getByRole('button', { name: '登录', exact: true }).click()
      },
    },
    {
      name: 'login-wechat',
      address: '/login',
      sees: /微信/,
      act: async (page) => {
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: '微信扫码登录' }).click()
        await page.getByRole('dialog').locator('svg').first().waitFor()
      },
    },
  ]
}

const emptyNames = ['home', 'my-generation', 'my-learning', 'level-detail', 'me', 'generate']

/** Said once and for good: the looks after the first come to a sheet that knows it. */
const sayUnder14: Stop['act'] = async (page) => {
  const age = page.getByRole('radio', { name: '未满 14 周岁' })
  await age.waitFor()
  if (await age.isEnabled()) {
    await age.check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  } else await page.goto('/me?guardian=1')
}

/** What somebody sees who has signed in a minute ago. */
export function newStudentStops(student: StudiedStudent): Stop[] {
  return [
    ...studentStops(student)
      .filter(({ name }) => emptyNames.includes(name))
      .map((stop) =>
        stop.name === 'my-generation' || stop.name === 'my-learning' ? { ...stop, sees: /./ } : stop,
      ),
    { name: 'home-nothing-to-study', address: '/home?study=today', sees: /现在没有要学的卡片|还没有/ },
    { name: 'coin-history', address: '/home?coins=1', sees: '金币明细' },
    { name: 'recharge', address: '/home?recharge=1', sees: '充值金币' },
    {
      name: 'card-pack-reviews',
      address: `/cardpack/${student.lockedPackId}?tab=reviews`,
      sees: '还没有评价',
    },
    { name: 'guardian', address: '/me?age=1', sees: '请监护人同意', act: sayUnder14 },
  ]
}

const summary: Pick<Stop, 'sees' | 'act'> = {
  sees: '这一轮学完了',
  act: async (page) => {
    await page.getByRole('button', { name: '显示答案' }).waitFor()
    for (let card = 0; card < 60 && !(await page.getByText('这一轮学完了').isVisible()); card += 1)
      await answerCard(page, 4)
  },
}

export function studiedStops(student: StudiedStudent): Stop[] {
  return [
    ...studentStops(student),
    ...layerStops(student),
    { name: 'study-summary', address: `/private-cardpack/${student.privatePackId}?study=1`, ...summary },
  ]
}

/** With the server gone, on a phone that has the app and has been on every screen but these. */
export function offlineStops(student: StudiedStudent): Stop[] {
  return [
    ...studentStops(student).filter(({ name }) => name !== 'not-found'),
    { name: 'search', address: '/resource?q=tangshi', sees: /唐诗三百首/ },
    { name: 'unlock', address: `/cardpack/${student.lockedPackId}?unlock=1`, sees: /./ },
    { name: 'recharge', address: '/home?recharge=1', sees: '充值金币' },
    { name: 'error-card-pack', address: '/cardpack/none', sees: '重试' },
    { name: 'error-teacher', address: '/teacher/none', sees: '重试' },
    { name: 'error-private-card-pack', address: '/private-cardpack/none', sees: '重试' },
    { name: 'error-payment', address: '/payment?order=none', sees: '重试' },
    { name: 'study', address: `/cardpack/${student.packId}?study=1`, sees: '显示答案' },
  ]
}

/** The same for a visitor. */
export const whileStopped: Stop[] = [{ name: 'login', address: '/login', sees: '一张卡，一个知识点' }]
