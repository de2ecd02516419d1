import { callAs } from '../browser/api.ts'
import { expect, test } from '../browser/fixture.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, undoAnswer } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'

/** The main job from end to end: sign in, unlock a pack, study it with no network, lose nothing. */

test('a student unlocks a pack, studies it with the server gone, and loses nothing', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const { weekly } = await callAs(server.url, null, 'GET /discovery', {})
  const pack = weekly.find(
    ({ priceCoins, cardCount }) => priceCoins > 0 && priceCoins <= 200 && cardCount >= 20,
  )
  if (!pack) throw new Error('the starter library has no pack that a new student can pay for')
  const address = `/cardpack/${pack.id}`

  await test.step('a protected address leads to /login and back', async () => {
    await page.goto(address)
    await signIn(page, phoneNumber)
    await expect(page).toHaveURL(new RegExp(`${address}$`))
  })

  await test.step('unlocking takes the coins once and downloads the pack', async () => {
    await page.getByRole('button', { name: /^解锁/ }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: '解锁' }).click()
    await expect(page.getByText('已下载').first()).toBeVisible({ timeout: 20_000 })
    const { token } = await deviceData(page)
    const profile = await callAs(server.url, token, 'GET /profile', {})
    expect(profile.coins).toBe(200 - pack.priceCoins)
  })

  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await server.stop()
  const offline = await phone.reopen()

  await test.step('a cold start with no network shows /home and its plan', async () => {
    await offline.goto('/home')
    await expect(offline.getByRole('button', { name: '开始今天的学习' })).toBeEnabled()
  })

  await test.step('the pack is studied offline: four ratings, an undo, a reload', async () => {
    await offline.goto(address)
    await offline
      .getByRole('button', { name: '开始学习' })
      .or(offline.getByRole('link', { name: '开始学习' }))
      .click()
    for (const rating of [3, 1, 2, 4] as const) {
      expect(await faceCard(offline, pack.id)).toBe(true)
      await answerCard(offline, rating)
    }
    expect(await undoAnswer(offline)).toBe(true)
    await expect
      .poll(async () => (await deviceData(offline)).journal.filter(({ undone }) => undone).length)
      .toBe(1)
    await offline.reload()
    expect(await faceCard(offline, pack.id)).toBe(true)
    await answerCard(offline, 3)
    expect((await deviceData(offline)).outbox).toHaveLength(6)
  })

  await test.step('with the server back every answer goes up, and both sides agree', async () => {
    await server.start()
    await offline.goto('/home')
    await expect.poll(async () => (await deviceData(offline)).outbox.length, { timeout: 20_000 }).toBe(0)
    const { token, journal } = await deviceData(offline)
    const { totals } = await callAs(server.url, token, 'GET /user-study/summary', {})
    expect(totals.answers).toBe(journal.filter(({ undone }) => !undone).length)
    expect(totals.answers).toBe(4)
  })
})

test('a killed server loses no acknowledged answer', async ({ server, phone, phoneNumber }) => {
  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  const { token } = await deviceData(phone.page)
  const before = await callAs(server.url, token, 'PUT /profile', { name: '断电之前' })
  await server.kill()
  await server.start()
  const after = await callAs(server.url, token, 'GET /profile', {})
  expect(after.name).toBe(before.name)
})

test('every address of the app opens with no network after one visit', async ({
  server,
  phone,
  phoneNumber,
}) => {
  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await server.stop()
  const page = await phone.reopen()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const addresses = [
    '/home',
    '/resource',
    '/generate',
    '/explore',
    '/me',
    '/settings',
    '/privacy',
    '/user-agreement',
  ]
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.locator('main')).not.toBeEmpty()
    await expect(page.getByText('出了点问题')).toHaveCount(0)
  }
  expect(problems).toEqual([])
})
