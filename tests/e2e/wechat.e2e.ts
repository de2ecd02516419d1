import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { toasts } from '../browser/screen.ts'
import { signIn, signOutHere } from '../browser/sign-in.ts'
import { pretendAgent } from '../browser/user-agent.ts'
import { answerWechat, beInWechat, scanQr, showQr } from '../browser/wechat.ts'
import { deviceData } from '../chaos/device-data.ts'

/** Signing in by WeChat and binding it, with the simulator as WeChat. */

const needsConsent = '请先阅读并勾选同意用户协议与隐私政策'

test('[9.14] a QR code leads from the phone’s confirmation to a session, once', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/me')
  await page.waitForURL(/\/login/)
  await page.getByRole('button', { name: '微信扫码登录' }).click()
  await expect(page.getByRole('alert')).toHaveText(needsConsent)
  await page.getByRole('checkbox').check()
  const url = await showQr(page, '微信扫码登录')
  await expect(page.getByRole('img', { name: '登录二维码，用微信扫描' })).toBeVisible()

  const scanner = await phone.newTab()
  await scanQr(scanner, url, phoneNumber)
  await expect(page.getByText('已扫码，请在手机上确认').first()).toBeVisible()
  await scanner.getByRole('button', { name: '确认登录' }).click()
  await expect(page).toHaveURL(/\/me$/, { timeout: 15_000 })
  await scanner.goto(url)
  await expect(scanner.getByRole('button', { name: '允许' })).toHaveCount(0)
})

test('a code that was scanned and never confirmed gives way to a new one', async ({ phone, phoneNumber }) => {
  const { page } = phone
  await pretendAgent(phone.context, 'Mobile')
  await page.goto('/me')
  await page.getByRole('checkbox').check()
  const first = await showQr(page, '微信扫码登录')
  // The code stands on the phone that would have to scan it.
  await expect(page.getByText(/先截屏，再打开微信“扫一扫”/)).toBeVisible()
  await expect(page.getByRole('button', { name: '刷新二维码' })).toHaveCount(0)
  const scanner = await phone.newTab()
  await scanQr(scanner, first, `不是${phoneNumber}`)
  await expect(page.getByText('已扫码，请在手机上确认').first()).toBeVisible()

  const next = await showQr(page, '刷新二维码')
  expect(next).not.toBe(first)
  // A scan of the first one signs no one in any more.
  await scanner.getByRole('button', { name: '确认登录' }).click()
  await expect(scanner.getByText('已经确认')).toBeVisible()
  await scanQr(scanner, next, phoneNumber)
  await expect(page.getByText('已扫码，请在手机上确认').first()).toBeVisible()
  await scanner.getByRole('button', { name: '确认登录' }).click()
  await expect(page).toHaveURL(/\/me$/, { timeout: 15_000 })
})

test('inside WeChat its own page signs in; what it brings back is used once and stays in no address', async ({
  phone,
  phoneNumber,
}) => {
  await beInWechat(phone.context)
  const { page } = phone
  await page.goto('/me')
  await page.getByRole('button', { name: '微信登录' }).click()
  await expect(page.getByRole('alert')).toHaveText(needsConsent)
  await page.getByRole('checkbox').check()

  await test.step('who says no there is still at the form', async () => {
    await page.getByRole('button', { name: '微信登录' }).click()
    await answerWechat(page, { person: phoneNumber, press: '拒绝' })
    await expect(toasts(page)).toContainText('没有得到微信授权')
    await expect(page).toHaveURL('/login?from=%2Fme')
    await expect(page.getByRole('checkbox')).not.toBeChecked()
  })

  const broughtBack = page.waitForRequest((request) => /[?&]code=/.test(request.url()))
  await test.step('who allows it comes to the address that was asked for', async () => {
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: '微信登录' }).click()
    await answerWechat(page, { person: phoneNumber, press: '允许' })
    await expect(page).toHaveURL('/me')
    await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
  })

  const used = (await broughtBack).url()
  await test.step('the address that WeChat brought opens nothing again', async () => {
    await signOutHere(page)
    await page.goto(used)
    await expect(toasts(page)).toBeVisible()
    await expect(page).toHaveURL('/login?from=%2Fme')
    expect((await deviceData(page)).token).toBeNull()
  })

  await test.step('nor in another tab, which began nothing: it is only forgotten', async () => {
    const other = await phone.newTab()
    await other.goto(used)
    await expect(other).toHaveURL('/login?from=%2Fme')
    await expect(toasts(other)).toHaveCount(0)
  })
})

test('a page that is slow to sign in by WeChat says that it does', async ({ phone, phoneNumber }) => {
  await beInWechat(phone.context)
  const { page } = phone
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/wechat-login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/me')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '微信登录' }).click()
  await answerWechat(page, { person: phoneNumber, press: '允许' })
  await expect(page.getByText('正在用微信登录')).toBeVisible()
  answer()
  await expect(page).toHaveURL('/me')
})

test('inside WeChat its own page binds it to the account, unless the person there says no', async ({
  server,
  phone,
  phoneNumber,
}) => {
  await beInWechat(phone.context)
  const { page } = phone
  await page.goto('/settings/account-security')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const bind = async (press: '允许' | '拒绝'): Promise<void> => {
    await page.getByRole('button', { name: '绑定微信' }).click()
    const sheet = page.getByRole('dialog', { name: '绑定微信' })
    await sheet.getByRole('button', { name: '绑定微信' }).click()
    await answerWechat(page, { person: phoneNumber, press })
  }
  const { devCode: code = '' } = await callAs(server.url, token, 'POST /account/proof/code', {})
  await callAs(server.url, token, 'POST /account/proof', { code })
  await page.reload()

  await bind('拒绝')
  await expect(toasts(page)).toContainText('没有得到微信授权，微信没有绑定')
  await expect(page).toHaveURL('/settings/account-security')
  await expect(page.getByRole('button', { name: '绑定微信' })).toBeVisible()

  await bind('允许')
  await expect(toasts(page)).toContainText('微信已绑定')
  await expect(page).toHaveURL('/settings/account-security')
  await expect(page.getByRole('button', { name: '解绑微信' })).toBeVisible()
  const security = await callAs(server.url, token, 'GET /account/security', {})
  expect(security).toMatchObject({ wechatBound: true })
})
