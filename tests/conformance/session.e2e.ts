import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { signIn, signOut } from '../browser/sign-in.ts'
import { beInWechat } from '../browser/wechat.ts'
import { deviceData } from '../chaos/device-data.ts'

/** Section 4: how a session begins and ends, and what local storage holds in between. */

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key)

/** What a device knows that was given a token and nothing else. */
const leaveOnlyToken = (page: Page, token: string): Promise<void> =>
  page.evaluate((given) => {
    localStorage.clear()
    localStorage.setItem('access_token', given)
  }, token)

/** The page stands before /login and has sealed what the student has left: a token put here before that would be ended too. */
const expectEnded = async (page: Page, address: string): Promise<void> => {
  await expect(page).toHaveURL(address)
  expect(await stored(page, 'access_token')).toBeNull()
  await expect.poll(() => stored(page, 'zhika_ended')).toBeNull()
}

test('[3.3, 4.3, 4.4, 4.8, 4.9, 9.5, 9.7, 9.10] local storage keeps token, login background and language; signing out takes the token', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/settings')
  expect(await stored(page, 'access_token')).toBeNull()
  await signIn(page, phoneNumber)
  const token = await stored(page, 'access_token')
  const { currentTheme } = await callAs(server.url, token, 'GET /profile', {})
  await expect.poll(() => stored(page, 'login_bg')).toBe(currentTheme.config.login_bg)
  const night = await callAs(server.url, token, 'POST /themes/select/:id', { id: 'night' })
  await page.reload()
  await expect.poll(() => stored(page, 'login_bg')).toBe(night.config.login_bg)

  await page.getByLabel('语言').selectOption('ku')
  expect(await stored(page, 'locale')).toBe('ku')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ku')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('设置')

  await signOut(page)
  expect(await stored(page, 'access_token')).toBeNull()
  // The request for the session that ended is refused from now on.
  await expect(callAs(server.url, token, 'GET /profile', {})).rejects.toMatchObject({ status: 401 })
  await page.reload()
  // React draws the screen in the place of the first frame's.
  const background = () => page.locator('main').evaluate((main) => getComputedStyle(main).backgroundColor)
  await expect.poll(background, 'a dark theme is dark with none of its own tokens').toBe('rgb(11, 11, 12)')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  await page.evaluate(() => localStorage.setItem('login_bg', 'rgb(1, 2, 3)'))
  await page.reload()
  await expect.poll(background).toBe('rgb(1, 2, 3)')
})

test('[4.1, 4.2, 4.5, 4.6, 7.8, 8.3, 8.4, 8.10] start-up asks whose token it is; a refused one is cleared and leads to /login', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/me')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  if (token === null) throw new Error('the student is signed in without a token')

  await test.step('a good token: loading, then the user', async () => {
    await leaveOnlyToken(page, token)
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/client/profile', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/client/profile')
    await page.goto('/me')
    expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`)
    await expect(page.getByText('正在加载').first()).toBeAttached()
    await expect(page.getByText(/第 \d+ 级/)).toHaveCount(0)
    answer()
    await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
    await page.unroute('**/api/client/profile')
  })

  await test.step('a good token of which a busy server says nothing at first', async () => {
    await leaveOnlyToken(page, token)
    await page.route('**/api/client/profile', (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    })
    await page.goto('/me')
    await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
  })

  await test.step('a good token, and a page that is left while it asks', async () => {
    await leaveOnlyToken(page, token)
    await page.route('**/api/client/profile', () => undefined)
    const asked = page.waitForRequest('**/api/client/profile')
    await page.goto('/me', { waitUntil: 'commit' })
    await asked
    await page.goto('/privacy')
    expect(await stored(page, 'access_token')).toBe(token)
    await page.unroute('**/api/client/profile')
  })

  await test.step('body code 4001 under HTTP 200', async () => {
    await page.route('**/api/client/profile', (route) =>
      route.fulfill({ json: { code: 4001, message: 'x', show_type: 2, data: null } }),
    )
    await leaveOnlyToken(page, token)
    await page.goto('/me')
    await expectEnded(page, '/login?from=%2Fme')
    await page.unroute('**/api/client/profile')
  })

  await test.step('HTTP 401, also for a student whom the device knows', async () => {
    await leaveOnlyToken(page, token)
    await page.goto('/me')
    await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
    await callAs(server.url, token, 'POST /auth/logout', {})
    for (const isKnown of [true, false]) {
      if (!isKnown) await leaveOnlyToken(page, token)
      await page.goto('/my-learning')
      await expectEnded(page, '/login?from=%2Fmy-learning')
    }
  })
})

test('[4.7] inside WeChat the openid is fetched before paying, and kept with its time until the session ends', async ({
  phone,
  phoneNumber,
}) => {
  await beInWechat(phone.context)
  const { page } = phone
  // WeChat Pay needs a merchant's keys; whether it is offered is all that is said here in the server's place.
  await phone.context.route('**/api/client/payment/methods', (route) =>
    route.fulfill({ json: { code: 2000, message: 'ok', show_type: 0, data: { methods: ['wechat'] } } }),
  )
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.getByRole('link', { name: '200 金币' }).click()
  await page.getByRole('button', { name: '允许' }).click()
  await expect(page.getByRole('dialog', { name: '充值金币' })).toBeVisible()
  await expect(page).toHaveURL('/home?recharge=1')
  expect(await stored(page, 'wechat_openid')).not.toBe('')
  const age = Date.now() - Date.parse((await stored(page, 'wechat_openid_at')) ?? '')
  expect(age).toBeGreaterThanOrEqual(0)
  expect(age).toBeLessThan(60_000)
  await page.reload()
  await expect(page.getByRole('dialog', { name: '充值金币' })).toBeVisible()

  await page.goto('/settings')
  await page.evaluate(() => localStorage.removeItem('access_token'))
  await page.goto('/home')
  await expect(page.getByLabel('手机号')).toBeVisible()
  expect(await stored(page, 'wechat_openid')).toBeNull()
  expect(await stored(page, 'wechat_openid_at')).toBeNull()
})
