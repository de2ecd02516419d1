import { expect, test } from '../browser/fixture.ts'
import { withoutWorker } from '../browser/phone.ts'
import { signIn } from '../browser/sign-in.ts'

/** Coins for money, with the sandbox as the provider. */

test('coins are bought at the cashier, and stand in the history', async ({ phone, phoneNumber }) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.getByRole('link', { name: '200 金币' }).click()
  const panel = page.getByRole('dialog', { name: '充值金币' })
  await panel.getByRole('radio', { name: /送 30/ }).check({ force: true })
  await panel.getByRole('button', { name: '支付 ¥30' }).click()
  await expect(page).toHaveURL(/\/payment\?order=/)
  await page.reload()
  await expect(page.getByRole('heading', { name: '等待付款' })).toBeVisible()
  await page.getByRole('button', { name: '确认支付' }).click()
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible()
  await page.getByRole('link', { name: '回到应用' }).click()
  await expect(page.getByRole('link', { name: '530 金币' })).toBeVisible()
  await page.goto('/home?coins=1')
  const history = page.getByRole('dialog', { name: '金币明细' })
  await expect(history.getByText('充值 · 300 金币')).toBeVisible()
  await history.getByRole('radio', { name: '支出' }).click({ force: true })
  await expect(history.getByText('这里还没有记录')).toBeVisible()
  await page.goBack()
  await expect(history).toBeHidden()
})

test('an order that is made late does not take a student to the cashier who has gone on', async ({
  phone,
  phoneNumber,
}) => {
  // The order goes to the network from the page, where it can be held, also once a worker would be there.
  await withoutWorker(phone)
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.getByRole('link', { name: '200 金币' }).click()
  const panel = page.getByRole('dialog', { name: '充值金币' })
  let goOn = (): void => undefined
  const isGoneOn = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/client/orders', async (route) => {
    await isGoneOn
    await route.continue()
  })
  const made = page.waitForResponse('**/api/client/orders')
  await panel.getByRole('button', { name: /^支付/ }).click()
  await panel.getByRole('button', { name: '关闭' }).click()
  await expect(panel).toBeHidden()
  await page.getByRole('link', { name: '我的' }).click()
  await expect(page).toHaveURL(/\/me$/)
  goOn()
  await (await made).finished()
  // The reply is read and rendered in the frames after it.
  await page.evaluate(() => new Promise((later) => setTimeout(later, 500)))
  await expect(page).toHaveURL(/\/me$/)
})

test('[2.7, 2.8, 4.10] a panel left open is open again, and the history waits until the recharge is closed', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.goto('/home?coins=1&recharge=1')
  const recharge = page.getByRole('dialog', { name: '充值金币' })
  const history = page.getByRole('dialog', { name: '金币明细' })
  await expect(recharge).toBeVisible()
  await expect(history).toBeHidden()
  await page.goto('/me')
  await expect(recharge).toBeVisible()
  // Nothing of the sheet moves any more.
  await expect(recharge.getByRole('button', { name: /^支付/ })).toBeVisible()
  await recharge.getByRole('button', { name: '关闭' }).click()
  await expect(history).toBeVisible()
})
