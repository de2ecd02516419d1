import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { signIn } from '../browser/sign-in.ts'

/** Long lists, and packs for money. */

test('of five hundred cards few are in the document, and a reload finds the one that was in sight', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/generate')
  await signIn(page, phoneNumber)
  await page.getByLabel('年级').selectOption('七年级')
  await page.getByLabel('学科').selectOption('物理')
  const notes = Array.from({ length: 500 }, (_, index) => `词${index + 1}：解释`).join('\n')
  await page.getByRole('textbox', { name: '笔记' }).fill(notes)
  await page.getByRole('button', { name: '生成', exact: true }).click()
  await expect(page.getByRole('heading', { name: '500 张卡片' })).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/private-cardpack\//)

  const rows = page.getByRole('list', { name: '卡片' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '500')
  expect(await rows.count()).toBeLessThan(60)
  // Its notice stands over the list until the server has the pack, and would be gone after the reload.
  await expect(page.getByText('联网后自动上传')).toBeHidden()
  await page.evaluate(() => scrollTo(0, 18_000))
  // Rows in the document are those in sight and a few around them.
  const middle = rows.nth(Math.floor((await rows.count()) / 2))
  await expect(middle).toBeInViewport()
  const [, number = ''] = /^(\d+)词/.exec((await middle.textContent()) ?? '') ?? []
  const inSight = page.getByRole('button', { name: new RegExp(`词${number} `) })
  const top = () => inSight.evaluate((row) => row.getBoundingClientRect().top)
  const before = await top()
  await page.reload()
  await expect(inSight).toBeInViewport()
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(4)

  await inSight.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: new RegExp(`词${Number(number) + 1} `) })).toBeFocused()
})

test('a pack is paid for at the cashier, and comes back unlocked and on the device', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const token = await page.evaluate(() => localStorage.getItem('access_token'))
  const { weekly } = await callAs(new URL(page.url()).origin, token, 'GET /discovery', {})
  const pack = weekly.find(({ priceCoins }) => priceCoins > 0)
  if (!pack) throw new Error('no pack that has a price')
  await page.goto(`/cardpack/${pack.id}`)
  await page.getByRole('button', { name: /^解锁/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('radio', { name: '金币' })).toBeChecked()
  await question.getByRole('radio', { name: '模拟支付' }).check({ force: true })
  await question.getByRole('button', { name: `支付 ¥${pack.priceCoins / 10}` }).click()
  await expect(page).toHaveURL(/\/payment\?order=/)
  await page.getByRole('button', { name: '确认支付' }).click()
  await page.getByRole('link', { name: '去学习' }).click()
  await expect(page.getByRole('button', { name: '开始学习' })).toBeVisible()
  await expect(page.getByRole('button', { name: '已下载' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('alertdialog')).toBeHidden()
})
