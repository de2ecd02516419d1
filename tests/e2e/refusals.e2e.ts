import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { findPack, isFree } from '../browser/packs.ts'
import { workerReady } from '../browser/screen.ts'
import { newPhoneNumber, signIn } from '../browser/sign-in.ts'
import { goWithin } from '../browser/stops.ts'
import { signInByCall } from '../browser/studied.ts'
import { deviceData } from '../chaos/device-data.ts'

/** A change that the server declines is reported in its own words, at once or a day later; what was written is kept. */

const refusal = (message: string) => ({
  status: 200,
  json: { code: 7777, message, show_type: 2, data: null },
})
const toast = (page: Page, kind: 'error' | 'failed', words: string) =>
  page.locator(`[data-kind=${kind}]`).filter({ hasText: words })

/** The kinds of change, each with the server's words against it. */
const declined = {
  review: { path: /\/card-packs\/[^/]+\/reviews$/, words: '评价里有不合适的词' },
  vote: { path: /\/reviews\/[^/]+\/like$/, words: '这条评价已经删除' },
  theme: { path: /\/themes\/select\//, words: '这个主题已经下架' },
  study: { path: /\/profile$/, words: '每日目标暂时不能改' },
  report: { path: /\/cards\/[^/]+\/report$/, words: '这张卡片正在修改' },
}
const declineAll = async (page: Page): Promise<void> => {
  for (const { path, words } of Object.values(declined)) {
    await page.route(
      (url) => path.test(url.pathname),
      (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill(refusal(words))),
    )
  }
}

/** A student with a free pack that somebody has reviewed, with every screen of this test on the device. */
const enter = async (page: Page, host: string, phoneNumber: string) => {
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const { id } = await findPack(host, token, isFree)
  const other = await signInByCall(host, newPhoneNumber())
  for (const student of [token, other])
    await callAs(host, student, 'POST /card-packs/:id/unlock', { id, paymentMethod: 'balance' })
  await callAs(host, other, 'POST /card-packs/:id/reviews', { id, rating: 4, comment: '讲得清楚' })
  const { chapters } = await callAs(host, null, 'GET /card-packs/:id/card-catalogue', { id })
  return { id, cardId: chapters[0]!.cards[0]!.id }
}

const stars = (page: Page) => page.getByRole('dialog').getByRole('radio', { name: /^5/ })
const comment = (page: Page) => page.getByRole('dialog').getByRole('textbox')
const like = (page: Page) => page.getByRole('article').getByRole('button', { name: /^赞/ }).first()
const goal = (page: Page) => page.getByRole('textbox', { name: '每日目标（张）' })
const theme = (page: Page, name: string) => page.getByRole('radio', { name })

const writeReview = async (page: Page, packId: string, words: string): Promise<void> => {
  await page.goto(`/cardpack/${packId}?tab=reviews&review=1`)
  await stars(page).check()
  await comment(page).fill(words)
  await page.getByRole('button', { name: '保存' }).click()
}
/** Each change of the table but the review and the report, and how it looks before. */
const changes = (page: Page, packId: string) => ({
  vote: {
    address: `/cardpack/${packId}?tab=reviews`,
    make: () => like(page).click(),
    isBefore: () => expect(like(page)).toHaveAttribute('aria-pressed', 'false'),
    isMade: () => expect(like(page)).toHaveAttribute('aria-pressed', 'true'),
  },
  theme: {
    address: '/theme-settings',
    make: () => theme(page, '夜读').click({ force: true }),
    isBefore: () => expect(theme(page, '夜读')).not.toBeChecked(),
    isMade: () => expect(theme(page, '夜读')).toBeChecked(),
  },
  study: {
    address: '/profile/challenge-config',
    make: () => page.getByRole('button', { name: '增加' }).first().click(),
    isBefore: () => expect(goal(page)).toHaveValue('30'),
    isMade: () => expect(goal(page)).toHaveValue('35'),
  },
})

test('[8.9] declined at once: the server’s words, the old value, and what was written is still there', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.slow()
  const { page } = phone
  const { id, cardId } = await enter(page, server.url, phoneNumber)
  await declineAll(page)

  for (const kind of ['vote', 'theme', 'study'] as const) {
    await test.step(kind, async () => {
      const { address, make, isBefore } = changes(page, id)[kind]
      await page.goto(address)
      await isBefore()
      await make()
      await expect(toast(page, 'error', declined[kind].words)).toBeVisible()
      await isBefore()
    })
  }

  await test.step('a review, which is mended and saved', async () => {
    await writeReview(page, id, '老师讲得真好')
    await expect(page.getByRole('alert').filter({ hasText: declined.review.words })).toBeVisible()
    await expect(comment(page)).toHaveValue('老师讲得真好')
    await page.reload()
    await expect(comment(page)).toHaveValue('老师讲得真好')
  })

  await test.step('a report of a card, which is mended and sent', async () => {
    const reported = `/cardpack/${id}?card=${cardId}&report=${id}.${cardId}`
    await page.goto(reported)
    await page.getByRole('radio', { name: '有错别字' }).check()
    await comment(page).fill('第三个字')
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByRole('alert').filter({ hasText: declined.report.words })).toBeVisible()
    await page.goto('/home?refused=1')
    const row = page.getByRole('listitem').filter({ hasText: declined.report.words })
    await row.getByRole('link', { name: '编辑' }).click()
    await expect(comment(page)).toHaveValue('第三个字')
    await expect(page.getByRole('radio', { name: '有错别字' })).toBeChecked()
    await page.unrouteAll()
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByText('谢谢，我们会核对这张卡片')).toBeVisible()
    await expect(page.getByRole('dialog', { name: '报错' })).toHaveCount(0)
    await goWithin(page, reported)
    await expect(page.getByText('这张卡片已经报过错')).toBeVisible()
  })
})

test('[8.9] declined a day later: the same, in a toast of its own kind and on /home', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.slow()
  const { page } = phone
  const { id } = await enter(page, server.url, phoneNumber)
  await workerReady(page)
  const made = changes(page, id)
  for (const { address, isBefore } of Object.values(made)) {
    await page.goto(address)
    await isBefore()
  }

  await server.stop()
  for (const { address, make, isMade } of Object.values(made)) {
    await page.goto(address)
    await make()
    await isMade()
  }
  await writeReview(page, id, '老师讲得真好')
  await expect(page.getByText('老师讲得真好').first()).toBeVisible()

  await page.goto('/privacy')
  await declineAll(page)
  await server.start()
  const shown = Object.values(declined).filter(({ words }) => words !== declined.report.words)
  // Three stand at a time: the first one says of which kind they are.
  await expect(page.locator('[data-kind=failed]').first()).toBeVisible({ timeout: 40_000 })
  await page.goto('/home?refused=1')
  const list = page.getByRole('list', { name: '没有被接受的内容' })
  for (const { words } of shown) await expect(list.getByText(words)).toBeVisible()
  for (const { address, isBefore } of Object.values(made)) {
    await page.goto(address)
    await isBefore()
  }
  await page.goto('/home?refused=1')
  await list
    .getByRole('listitem')
    .filter({ hasText: '老师讲得真好' })
    .getByRole('link', { name: '编辑' })
    .click()
  await expect(comment(page)).toHaveValue('老师讲得真好')
  await page.unrouteAll()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('评价已保存')).toBeVisible()
})
