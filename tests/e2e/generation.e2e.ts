import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { signIn } from '../browser/sign-in.ts'

/** Notes become cards, cards a private pack that studies like any other; with and without a network. */

const notes = '# 水的性质\n沸点：100 摄氏度\n凝固点：0 摄氏度\n化学式：H₂O\n这一行什么也不是\n'

const chooseFirstPlace = async (page: Page): Promise<void> => {
  await page.getByLabel('年级').selectOption({ index: 1 })
  await page.getByLabel('学科').selectOption({ index: 1 })
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))
const savedPacks = async (page: Page, url: string) =>
  (await callAs(url, await tokenOf(page), 'GET /private-packs', {})).items

test('notes are pasted, mended and kept, and made without a server', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  await page.goto('/generate')
  await signIn(page, phoneNumber)
  await page.screenshot({ path: 'test-results/generate.png', fullPage: true })
  await chooseFirstPlace(page)
  await page.getByLabel('笔记', { exact: true }).first().fill(notes)
  await server.stop()
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('heading', { name: '检查卡片' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 张卡片' })).toBeVisible()
  await page.screenshot({ path: 'test-results/generate-review.png', fullPage: true })
})
