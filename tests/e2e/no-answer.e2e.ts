import { requestTimeoutMs } from '#contract/constants.ts'
import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { findPack, isAffordable, isFree } from '../browser/packs.ts'
import { signIn } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** What the page makes of calls that are never answered. Its clock is the test's, so that no time passes. */

test('[7.4, 8.2] after ten seconds a screen says so with 重试, and an unlock asks what became of it', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  const pack = await findPack(server.url, token, (found) => isAffordable(found) && !isFree(found))
  await page.clock.install()
  const runOut = () => page.clock.fastForward(requestTimeoutMs)

  await test.step('a screen', async () => {
    await page.route('**/account/security', () => undefined)
    const asked = page.waitForRequest('**/account/security')
    await page.goto('/settings/account-security')
    await asked
    await runOut()
    await expect(page.getByText('请求超时，请稍后再试')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('登录的设备')).toBeVisible()
  })

  await test.step('an unlock that the server never heard of', async () => {
    await page.route('**/unlock', () => undefined)
    await page.goto(`/cardpack/${pack.id}`)
    await page.getByRole('button', { name: /^解锁/ }).first().click()
    const asked = page.waitForRequest('**/unlock')
    await page.getByRole('alertdialog').getByRole('button', { name: '解锁', exact: true }).click()
    await asked
    await runOut()
    await expect(page.getByRole('alertdialog')).toContainText('已经查过：还没有解锁，也没有扣金币，请重试')
    await page.unrouteAll()
  })

  await test.step('an unlock that the server did, and whose answer was lost', async () => {
    let isDone = (): void => undefined
    const done = new Promise<void>((resolve) => (isDone = resolve))
    await page.route('**/unlock', async (route) => {
      await route.fetch()
      isDone()
    })
    await page.getByRole('alertdialog').getByRole('button', { name: '重试' }).click()
    await done
    await runOut()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('button', { name: '开始学习' })).toBeVisible()
    const { coins } = await callAs(server.url, token, 'GET /profile', {})
    expect(coins).toBe(200 - pack.priceCoins)
  })
})
