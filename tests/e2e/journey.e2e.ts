import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { expectBothSidesToAgree, keptCoins } from '../browser/progress.ts'
import { toasts, workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'
import { judge } from '../chaos/verdict.ts'

// What is lost once is lost: no second try.
test.describe.configure({ retries: 0 })

/** The main job from end to end: sign in, unlock a pack, study it with no network, lose nothing. */

const priced = async (host: string) => {
  const { weekly, featured } = await callAs(host, null, 'GET /discovery', {})
  const pack = [...weekly, ...featured].find(({ priceCoins }) => priceCoins > 0 && priceCoins <= 200)
  if (!pack) throw new Error('the starter library has no pack that a new student can pay for')
  return pack
}

/** Holds the pack's cards back until it is called, so that the way there can be seen. */
const holdCards = async (page: Page): Promise<() => void> => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/card-details', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** What the card in front is about: the first line below its tag. */
const question = async (page: Page): Promise<string> => {
  const text = await page.getByRole('region', { name: '卡片正面' }).innerText()
  const [, lead = ''] = text.split('\n').filter((line) => line !== '' && line !== '新卡')
  return lead
}

test('a student unlocks a pack, studies it from a cold start with no server, and both sides agree', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  const pack = await priced(server.url)
  const address = `/cardpack/${pack.id}`
  const online = phone.page
  await online.goto(address)
  await signIn(online, phoneNumber)
  const { token } = await deviceData(online)
  const coins = async (): Promise<number> => (await callAs(server.url, token, 'GET /profile', {})).coins

  await callAs(server.url, token, 'PUT /profile', { study: { newCardsPerDay: 4 } })
  await online.goto('/resource')
  await expect(online.getByRole('heading', { name: '按知识点' })).toBeVisible()
  await online.goto('/home')
  await expect(online.getByText('解锁的卡包会出现在这里')).toBeVisible()
  await online.goto(address)

  await test.step('a locked pack opens its preview cards and no other', async () => {
    await expect(online.getByRole('heading', { level: 1 })).toContainText(pack.title)
    const sheet = online.getByRole('dialog')
    await online.getByRole('button', { name: /试看/ }).first().click()
    await sheet.getByRole('button', { name: '显示答案' }).click()
    await expect(sheet.getByRole('status')).not.toBeEmpty()
    await sheet.getByRole('button', { name: '关闭' }).click()
    await expect(sheet).toBeHidden()

    const { chapters } = await callAs(server.url, null, 'GET /card-packs/:id/card-catalogue', { id: pack.id })
    const locked = chapters.flatMap(({ cards }) => cards).find(({ preview }) => !preview)
    await online
      .getByRole('button', { name: `${locked?.title}` })
      .first()
      .click()
    await expect(sheet.getByText('这张卡片还没有解锁')).toBeVisible()
    await online.goBack()
  })

  await test.step('two taps on 解锁 take the coins once, and the download shows how far it is', async () => {
    const releaseCards = await holdCards(online)
    await online.getByRole('button', { name: /^解锁/ }).click()
    const dialog = online.getByRole('alertdialog')
    await expect(dialog.getByText(`${200 - pack.priceCoins} 金币`)).toBeVisible()
    await dialog.getByRole('button', { name: '解锁', exact: true }).dblclick()
    await expect(toasts(online).getByText('解锁成功')).toBeVisible()
    await expect(online.getByRole('button', { name: /^下载中/ })).toBeVisible()
    releaseCards()
    await expect(online.getByRole('button', { name: '已下载' })).toBeVisible()
    expect(await coins()).toBe(200 - pack.priceCoins)
  })

  // Straight from the pack into the bus: /home has not been opened since.
  await workerReady(online)
  await expect.poll(() => keptCoins(online)).toBe(200 - pack.priceCoins)
  await server.stop()
  const page = await phone.reopen()

  await test.step('from cold with no server, every visited screen shows what it showed', async () => {
    await page.goto('/home')
    await expect(page.getByRole('button', { name: '开始今天的学习' })).toBeEnabled()
    await expect(page.getByText(`${200 - pack.priceCoins} 金币`)).toBeAttached()
    await expect(page.getByText('当前没有网络 · 1 个卡包照常学习')).toBeVisible()
    await expect(page.getByRole('list', { name: '我的卡包' }).getByRole('link')).toContainText(pack.title)
    await page.goto('/resource')
    await expect(page.getByRole('heading', { name: '按知识点' })).toBeVisible()
    await page.goto('/me')
    await expect(page.getByText('第 1 级 · 书童')).toBeVisible()
    await page.goto('/settings')
    await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
    await page.goto(address)
    await expect(page.getByRole('button', { name: '已下载' })).toBeVisible()
  })

  await test.step('a sitting offline: four ratings with their intervals, an undo, a card that comes back', async () => {
    await page.getByRole('button', { name: '开始学习' }).click()
    const first = await question(page)
    await page.getByRole('button', { name: '显示答案' }).click()
    for (const rating of ['重来', '困难', '良好', '简单']) {
      await expect(page.getByRole('button', { name: new RegExp(`^${rating} \\d+ ?\\S+`) })).toBeVisible()
    }
    await answerCard(page, 1)
    await answerCard(page, 2)
    const third = await question(page)
    await answerCard(page, 3)
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(page.getByRole('region', { name: '卡片背面' })).toContainText(third)
    await answerCard(page, 4)
    await answerCard(page, 4)
    expect(await question(page), 'the card that was 重来 comes back in this sitting').toBe(first)
    await answerCard(page, 4)
    await answerCard(page, 4)
    await expect(page.getByRole('heading', { name: '这一轮学完了' })).toBeVisible()
    await expect(page.getByText('每次作答都已保存在本机')).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page).toHaveURL(address)
  })

  const { journal } = await deviceData(page)
  expect(journal.filter(({ undone }) => undone)).toHaveLength(1)
  expect(journal.filter(({ undone }) => !undone)).toHaveLength(6)
  await page.goto('/home')
  await expect(page.getByText('8 条记录待上传')).toBeVisible()

  await test.step('with the server back, every answer is there once and both sides show the same', async () => {
    await server.start()
    await page.reload()
    await expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])
    await judge(page, new Set(journal.map(({ id }) => id)))
    await expectBothSidesToAgree(page, pack.id)
  })
})
