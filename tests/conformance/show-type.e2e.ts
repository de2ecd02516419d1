import type { Page } from '@playwright/test'
import { expect, test } from '../browser/fixture.ts'
import { findPack, isFree } from '../browser/packs.ts'
import { signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** Section 8 in the running page: what show_type comes to in each place where a failure is shown. */

const table = [
  { showType: 0, tone: null },
  { showType: 1, tone: 'warn' },
  { showType: 2, tone: 'error' },
  { showType: 3, tone: 'info' },
  { showType: 9, tone: 'error' },
  { showType: undefined, tone: 'error' },
] as const

/** Answers every call to these with a refusal in our own wrapper, until the test changes it. */
const refuse = async (page: Page, path: RegExp) => {
  let body = {}
  await page.route(
    (url) => path.test(url.pathname),
    (route) => route.fulfill({ status: 200, json: body }),
  )
  return (showType: number | undefined): string => {
    const message = `服务器的话 ${String(showType)} ${path.source.length}`
    body = { code: 7777, message, show_type: showType, data: null }
    return message
  }
}

test('[8.14, 8.15, 8.16, 8.17, 8.18] show_type picks the display in toasts, dialogs, screens and for refused changes', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.slow()
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const free = await findPack(server.url, token, isFree)
  const priced = await findPack(server.url, token, ({ priceCoins }) => priceCoins > 0 && priceCoins <= 100)
  const toast = (words: string) => page.locator('[data-kind]').filter({ hasText: words })

  await test.step('a toast', async () => {
    const say = await refuse(page, /\/unlock$/)
    await page.goto(`/cardpack/${free.id}`)
    const unlock = page.getByRole('button', { name: '解锁 · 免费' }).first()
    for (const { showType, tone } of table) {
      const words = say(showType)
      const reply = page.waitForResponse(/\/unlock$/)
      await unlock.click()
      await reply
      await expect(unlock).not.toHaveAttribute('aria-busy')
      if (tone === null) await expect(toast(words)).toHaveCount(0)
      else await expect(toast(words)).toHaveAttribute('data-kind', tone)
    }
  })

  await test.step('inside a dialog', async () => {
    const say = await refuse(page, /\/unlock$/)
    await page.goto(`/cardpack/${priced.id}`)
    await page.getByRole('button', { name: /^解锁/ }).first().click()
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: '解锁', exact: true })
    for (const { showType, tone } of table) {
      const words = say(showType)
      const reply = page.waitForResponse(/\/unlock$/)
      await confirm.click()
      await reply
      await expect(confirm).not.toHaveAttribute('aria-busy')
      if (tone === null) await expect(dialog.getByText(words)).toHaveCount(0)
      else await expect(dialog.getByText(words)).toHaveAttribute('data-tone', tone)
    }
  })

  await test.step('in place of a screen', async () => {
    const say = await refuse(page, /\/account\/security$/)
    for (const { showType, tone } of table) {
      const words = say(showType)
      await page.goto('/settings/account-security')
      await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
      if (tone === null) {
        await expect(page.getByText('这里暂时没有内容')).toBeVisible()
        await expect(page.getByText(words)).toHaveCount(0)
        await expect(page.locator('[data-tone]')).toHaveAttribute('data-tone', 'quiet')
      } else {
        await expect(page.getByText(words)).toBeVisible()
        await expect(page.locator('[data-tone]')).toHaveAttribute('data-tone', tone)
      }
    }
  })

  await test.step('for a change that is kept on the device and then refused', async () => {
    const say = await refuse(page, /\/favorite$/)
    await page.goto(`/cardpack/${free.id}`)
    const heart = page.getByRole('button', { name: '收藏', exact: true })
    for (const { showType, tone } of table) {
      const words = say(showType)
      const reply = page.waitForResponse(/\/favorite$/)
      await heart.click()
      await reply
      // The old value is back.
      await expect(heart).toHaveAttribute('aria-pressed', 'false')
      if (tone === null) await expect(toast(words)).toHaveCount(0)
      else await expect(toast(words)).toHaveAttribute('data-kind', tone)
    }
  })

  await test.step('what was written is kept, with the reason, on its form and on /home', async () => {
    const say = await refuse(page, /\/profile$/)
    // The profile that is known stays: only the change is refused.
    await page.unrouteAll()
    await page.route('**/api/client/profile', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 200,
            json: { code: 7777, message: '名字不合适', show_type: 1, data: null },
          })
        : route.continue(),
    )
    say(1)
    await page.goto('/profile/edit')
    const name = page.getByLabel('名字')
    await name.fill('小小明')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('alert')).toHaveText('没有保存成功：名字不合适')
    await expect(page.getByText('资料已保存')).toHaveCount(0)
    await page.goto('/home')
    await page.getByRole('link', { name: '查看' }).click()
    const list = page.getByRole('list', { name: '没有被接受的内容' })
    await expect(list.getByText('名字不合适')).toBeVisible()
    await list.getByRole('listitem').filter({ hasText: '小小明' }).getByRole('link', { name: '编辑' }).click()
    await expect(name).toHaveValue('小小明')
    await page.unrouteAll()
    await name.fill('小明')
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('资料已保存')).toBeVisible()
  })
})

test('a trailing slash is the same screen, and panel flags survive a start on any other', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await page.goto('/me/?from=1')
  await expect(page).toHaveURL('/me?from=1')
  await expect(page.getByRole('navigation', { name: '主导航' })).toBeVisible()
  await page.goto('/home?recharge=1')
  await expect(page.getByRole('dialog', { name: '充值金币' })).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('dialog', { name: '充值金币' })).toBeVisible()
})

test('[4.2] a refused profile ends the session with the server’s words; a portal’s page does not', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/me')
  await signIn(page, phoneNumber)
  const token = () => page.evaluate(() => localStorage.getItem('access_token'))
  await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
  await page.route('**/api/client/profile', (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<html>portal' }),
  )
  const refused = page.waitForResponse('**/api/client/profile')
  await page.reload()
  await refused
  await expect(page.getByText(/第 \d+ 级/)).toBeVisible()
  expect(await token()).not.toBeNull()
  await page.unrouteAll()
  await page.route('**/api/client/profile', (route) =>
    route.fulfill({ status: 200, json: { code: 7777, message: '账号已冻结', show_type: 1, data: null } }),
  )
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.locator('[data-kind=warn]').filter({ hasText: '账号已冻结' })).toBeVisible()
  expect(await token()).toBeNull()
})
