import type { Page } from '@playwright/test'
import type { StudyMode } from '#contract/account.ts'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { signIn } from '../browser/sign-in.ts'
import { openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'

/** The modes in which a card is asked, with the server gone. */

const withModes = async (page: Page, phoneNumber: string, modes: StudyMode[]): Promise<string> => {
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  await callAs(new URL(page.url()).origin, token, 'PUT /profile', { study: { modes } })
  return givePack(page)
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
  await page.screenshot({ path: 'test-results/study-typed-answered.png' })
})
