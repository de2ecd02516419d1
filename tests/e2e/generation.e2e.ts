import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard } from '../browser/study.ts'

/** Notes become cards, cards a private pack that studies like any other; with and without a network. */

const notes = '# 水的性质\n沸点：100 摄氏度\n凝固点：0 摄氏度\n化学式：$H_2O$\n嗯嗯\n'

const pasteNotes = async (page: Page, phoneNumber: string): Promise<void> => {
  await page.goto('/generate')
  await signIn(page, phoneNumber)
  await page.getByLabel('年级').selectOption('七年级')
  await page.getByLabel('学科').selectOption('物理')
  await page.getByRole('textbox', { name: '笔记' }).fill(notes)
}

const generate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('heading', { name: '检查卡片' })).toBeVisible()
}

const callsOf = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const { origin } = new URL(page.url())
  return {
    packs: async () => (await callAs(origin, token, 'GET /private-packs', {})).items,
    pack: (packId: string) => callAs(origin, token, 'GET /private-packs/:packId', { packId }),
  }
}

test('notes are pasted, mended, kept as a pack, and studied', async ({ phone, phoneNumber }) => {
  const { page } = phone
  await pasteNotes(page, phoneNumber)
  await generate(page)
  await expect(page.getByRole('list', { name: '卡片' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('1 行没有做成卡片')).toBeVisible()

  await page.getByRole('button', { name: /100 摄氏度/ }).click()
  await page.getByRole('textbox', { name: '背面' }).fill('标准大气压下 100 °C')
  await page.getByRole('button', { name: '完成' }).click()
  await expect(page.getByRole('button', { name: /标准大气压下/ })).toBeVisible()
  await page.screenshot({ path: 'test-results/generate-review.png' })
  // What the form is set to for the next notes is none of these cards' business.
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByLabel('年级').selectOption('三年级')
  await page.getByLabel('学科').selectOption('英语')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page.getByLabel('年级').locator('option:checked')).toHaveText('七年级')
  await expect(page.getByLabel('学科').locator('option:checked')).toHaveText('物理')
  await page.getByRole('button', { name: '保存' }).click()

  await expect(page).toHaveURL(/\/private-cardpack\//)
  const { packs, pack } = await callsOf(page)
  await expect.poll(packs).toMatchObject([{ title: '水的性质', cardCount: 3 }])
  const [saved] = await packs()
  expect((await pack(saved!.id)).cards.map(({ back }) => back)).toContain('标准大气压下 100 °C')
  await page.screenshot({ path: 'test-results/private-pack.png' })

  await page.getByRole('button', { name: '开始学习' }).click()
  await expect(page.getByRole('button', { name: '显示答案' })).toBeVisible()
  await answerCard(page, 3)
  // Changed in the middle of the sitting, which goes on where it was.
  await expect(page.getByText('1 / 3')).toBeVisible()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await page.getByRole('textbox', { name: '正面' }).fill('改过的正面')
  await page.getByRole('button', { name: '完成' }).click()
  await expect(page.getByLabel('卡片正面').getByText('改过的正面')).toBeVisible()
  await expect(page.getByText('1 / 3')).toBeVisible()
  for (let card = 0; card < 2; card += 1) await answerCard(page, 3)
  await expect.poll(async () => (await pack(saved!.id)).progress.seen).toBe(3)
  expect((await pack(saved!.id)).cards.map(({ front }) => front)).toContain('改过的正面')
})

test('notes become cards and are studied with the server gone; pack and answers are sent when it is back', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await pasteNotes(page, phoneNumber)
  await workerReady(page)
  await server.stop()
  await generate(page)
  await page.reload()
  await expect(page.getByRole('list', { name: '卡片' }).getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存在本机，现在就能学习')).toBeVisible()
  await page.screenshot({ path: 'test-results/private-pack-waiting.png' })
  await page.goto('/my-generation')
  await page.reload()
  await page.screenshot({ path: 'test-results/my-generation-waiting.png' })

  await page.getByRole('link', { name: /水的性质.*等待上传/ }).click()
  await page.getByRole('button', { name: '开始学习' }).click()
  await expect(page.getByRole('button', { name: '显示答案' })).toBeVisible()
  let formulas = 0
  for (let card = 0; card < 3; card += 1) {
    await page.getByRole('button', { name: '显示答案' }).click()
    await expect(page.getByRole('group', { name: '记得怎么样' })).toBeVisible()
    formulas += await page.locator('math').count()
    await answerCard(page, 4)
  }
  expect(formulas, 'typeset on the device').toBeGreaterThan(0)
  await expect(page.getByText('这一轮学完了')).toBeVisible()

  await server.start()
  await page.goto('/my-generation')
  const { packs, pack } = await callsOf(page)
  await expect.poll(packs).toMatchObject([{ title: '水的性质', cardCount: 3 }])
  await expect(page.getByText('等待上传')).toBeHidden()
  const [saved] = await packs()
  await expect.poll(async () => (await pack(saved!.id)).progress.seen).toBe(3)
})
