import { expect, test } from '../browser/fixture.ts'

/** Signing in by WeChat, with the simulator as WeChat. */

test('[9.14] a QR code leads from the phone’s confirmation to a session, once', async ({ phone }) => {
  const { page } = phone
  await page.goto('/me')
  await page.waitForURL(/\/login/)
  await page.getByRole('button', { name: '微信扫码登录' }).click()
  await expect(page.getByRole('alert')).toHaveText('请先阅读并勾选同意用户协议与隐私政策')
  await page.getByRole('checkbox').check()
  const made = page.waitForResponse((response) => response.url().endsWith('/auth/wechat-qr-code'))
  await page.getByRole('button', { name: '微信扫码登录' }).click()
  const { data } = await (await made).json()
  await expect(page.getByRole('img', { name: '登录二维码，用微信扫描' })).toBeVisible()
  await expect(page.getByText('等待扫码')).toBeVisible()

  const scanner = await phone.newTab()
  await scanner.goto(data.url)
  await scanner.getByRole('button', { name: '允许' }).first().click()
  await expect(page.getByText('已扫码，请在手机上确认').first()).toBeVisible()
  await scanner.getByRole('button', { name: '确认登录' }).click()
  await expect(page).toHaveURL(/\/me$/, { timeout: 15_000 })
  await scanner.goto(data.url)
  await expect(scanner.getByRole('button', { name: '允许' })).toHaveCount(0)
})
