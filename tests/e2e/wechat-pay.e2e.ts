import type { Page } from '@playwright/test'
import { expect, testWithWechatShop as test } from '../browser/fixture.ts'
import { signIn } from '../browser/sign-in.ts'
import { pretendAgent } from '../browser/user-agent.ts'

/** Coins for money by WeChat Pay, by a QR code and by H5, against a provider with real signatures. */

const order = async (page: Page): Promise<void> => {
  const panel = page.getByRole('dialog', { name: '充值金币' })
  await panel.getByRole('radio', { name: /送 30/ }).check({ force: true })
  await panel.getByRole('button', { name: '支付 ¥30' }).click()
  await expect(page.getByRole('heading', { name: '等待付款' })).toBeVisible()
}

const paid = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: '回到应用' }).click()
  await expect(page.getByRole('link', { name: '530 金币' })).toBeVisible()
}

test('at a desk: by a QR code', async ({ phone, phoneNumber, shop }) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.getByRole('link', { name: '200 金币' }).click()
  await order(page)
  await expect(page.getByRole('img', { name: '用微信扫码支付' })).toBeVisible()
  await shop.pay()
  await paid(page)
})

test('in a phone’s browser: WeChat Pay learns which site its visitors come from, and not which order', async ({
  phone,
  phoneNumber,
  shop,
}) => {
  await pretendAgent(phone.context, 'Android Mobile')
  const { page } = phone
  let cameFrom: string | undefined
  // WeChat's own page, which is on the Internet: without a Referer it refuses with 商家参数格式有误.
  await phone.context.route('https://wx.tenpay.com/**', async (route) => {
    cameFrom = (await route.request().allHeaders())['referer']
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<title>微信支付</title>' })
  })
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.getByRole('link', { name: '200 金币' }).click()
  await order(page)
  await page.getByRole('link', { name: '打开微信支付' }).click()
  await expect(page).toHaveTitle('微信支付')
  expect(cameFrom).toBe(`${shop.server.url}/`)
  const back = new URL(page.url()).searchParams.get('redirect_url') ?? ''
  expect(back).toMatch(/^https:\/\/zhika\.example\.com\/payment\?order=/)
  await shop.pay()
  await page.goto(new URL(back).pathname + new URL(back).search)
  await paid(page)
})
