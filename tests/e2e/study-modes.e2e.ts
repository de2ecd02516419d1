import type { Page } from '@playwright/test'
import type { StudyMode } from '#contract/account.ts'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { phoneScreen } from '../browser/phone.ts'
import { workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'

/** The modes in which a card is asked, with the server gone. */

const withModes = async (page: Page, phoneNumber: string, modes: StudyMode[]): Promise<string> => {
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  await callAs(new URL(page.url()).origin, token, 'PUT /profile', { study: { modes } })
  const packId = await givePack(page)
  await workerReady(page)
  return packId
}

/** A finger on the middle of the card, along the line; taps and mice take other ways through the browser. */
const dragCard = async (page: Page, dx: number): Promise<void> => {
  const touch = await page.context().newCDPSession(page)
  const box = await page.getByLabel('卡片背面').boundingBox()
  if (box === null) throw new Error('no card is turned')
  const y = box.y + box.height / 2
  const at = (share: number) => [{ x: box.x + box.width / 2 + dx * share, y }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (const share of [0.25, 0.5, 0.75, 1, 1, 1])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

test('cards are answered by choosing, and each answer says how it was asked', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const packId = await withModes(page, phoneNumber, ['choice'])
  await server.stop()
  await openStudy(page, packId)
  const options = page.getByRole('group', { name: '选择答案' }).getByRole('button')
  await expect(options).toHaveCount(4)
  const low = ['844 390', '568 320', '320 568'].map((size) => size.split(' ').map(Number))
  for (const [width = 0, height = 0] of low) {
    await page.setViewportSize({ width, height })
    for (const part of [page.getByLabel('卡片正面').locator('[data-size]'), options.first(), options.last()])
      await expect(part, `${width} × ${height}`).toBeInViewport({ ratio: 0.9 })
  }
  await page.setViewportSize(phoneScreen)
  await page.screenshot({ path: 'test-results/study-choice.png' })
  await options.first().click()
  await expect(page.getByRole('status').filter({ hasText: /答对了|你的回答/ })).toBeVisible()
  await page.screenshot({ path: 'test-results/study-choice-answered.png' })
  await page.getByRole('button', { name: /^良好/ }).click()
  await expect.poll(async () => (await deviceData(page)).outbox.length).toBe(1)
  expect((await deviceData(page)).outbox).toMatchObject([{ payload: { mode: 'choice' } }])
})

test('a card that was seen is answered by typing', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  const packId = await withModes(page, phoneNumber, ['cloze'])
  await server.stop()
  await openStudy(page, packId)
  const field = page.getByRole('textbox', { name: '输入答案' })
  const showAnswer = page.getByRole('button', { name: '显示答案' })
  // New cards are turned; one answered 重来 comes back in this sitting and is typed.
  for (let turned = 0; turned < 12 && !(await field.isVisible()); turned += 1) {
    await showAnswer.click()
    await page.getByRole('button', { name: /^重来/ }).click()
    await expect(showAnswer).toBeVisible()
  }
  await field.fill('肯定不对的答案')
  await page.screenshot({ path: 'test-results/study-typed.png' })
  await page.keyboard.press('Enter')
  await expect(page.getByText('你的回答：肯定不对的答案')).toBeVisible()
  await expect(page.getByRole('button', { name: /^简单/ })).toBeDisabled()
  await page.screenshot({ path: 'test-results/study-typed-answered.png' })
})

test('with the server gone a card is rated by a swipe, and another is reported once', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const packId = await withModes(page, phoneNumber, ['flip'])
  await server.stop()
  await openStudy(page, packId)
  const showAnswer = page.getByRole('button', { name: '显示答案' })
  const ratings = page.getByRole('group', { name: '记得怎么样' })
  await showAnswer.click()
  await expect(ratings).toBeVisible()
  await dragCard(page, 30)
  expect((await deviceData(page)).outbox).toEqual([])
  await expect(ratings).toBeVisible()
  await dragCard(page, 180)
  await expect(showAnswer).toBeVisible()
  expect((await deviceData(page)).outbox).toMatchObject([{ kind: 'answer', payload: { rating: 3 } }])

  const openReport = async () => {
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '报错' }).click()
  }
  const sheet = page.getByRole('dialog', { name: '报错' })
  await openReport()
  await sheet.getByRole('radio', { name: '有错别字' }).check()
  // A number that is typed into the sheet rates nothing.
  await sheet.getByLabel('补充说明（选填）').fill('第 3 个字')
  await sheet.getByRole('button', { name: '提交' }).click()
  await expect(sheet).toBeHidden()
  await expect(showAnswer).toBeVisible()
  await openReport()
  await expect(sheet.getByText('这张卡片已经报过错')).toBeVisible()
  await page.goBack()
  await expect(showAnswer).toBeVisible()
  const waiting = (await deviceData(page)).outbox.filter(({ kind }) => kind === 'call')
  expect(waiting).toMatchObject([{ input: { problem: 'typo', comment: '第 3 个字' } }])
})
