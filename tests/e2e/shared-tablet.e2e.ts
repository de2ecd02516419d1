import { callAs } from '../browser/api.ts'
import { expect, test, testWithOwnServer } from '../browser/fixture.ts'
import { everythingStored } from '../browser/everything-stored.ts'
import { givePack } from '../browser/packs.ts'
import { workerReady } from '../browser/screen.ts'
import { newPhoneNumber, signIn, signOut, signOutHere } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { scanQr, showQr } from '../browser/wechat.ts'
import { deviceData } from '../chaos/device-data.ts'

// What is lost once is lost: no second try.
test.describe.configure({ retries: 0 })

/** One tablet, several students; and a session that ends while somebody is using it. */

test('the second student on a tablet finds nothing of the first', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const first = await deviceData(page)
  await callAs(server.url, first.token, 'PUT /profile', { name: '林一一' })
  const packId = await givePack(page)
  await workerReady(page)
  for (const visited of ['/resource?q=tangshi', '/me', `/cardpack/${packId}`]) {
    await page.goto(visited)
    await expect(page.locator('main')).not.toBeEmpty()
  }
  await openStudy(page, packId)
  await faceCard(page, packId)
  await answerCard(page, 3)
  const { journal } = await deviceData(page)
  const secrets = ['林一一', first.token ?? 'no token', phoneNumber, journal[0]?.id ?? 'no answer']
  const found = async (): Promise<string[]> => {
    const stored = await page.evaluate(everythingStored)
    return secrets.filter((secret) => stored.includes(secret))
  }
  // The number itself is nowhere, not even while its student is signed in.
  await expect.poll(found).toEqual(secrets.filter((secret) => secret !== phoneNumber))

  await signOut(page)
  await signIn(page, newPhoneNumber())
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('从第一个卡包开始')).toBeVisible()
  await page.goto(`/cardpack/${packId}`)
  await expect(page.getByRole('button', { name: /^解锁/ })).toBeVisible()

  expect(await found()).toEqual([])
  expect(await page.evaluate((key) => localStorage.getItem(key), `boot:${first.accountId}`)).toBeNull()
  await expect(callAs(server.url, first.token, 'GET /profile', {})).rejects.toMatchObject({ status: 401 })
})

test('what one student typed and ticked to sign in is gone for the next, without a reload', async ({
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const fields = { number: page.getByLabel('手机号'), agreed: page.getByRole('checkbox') }
  const expectEmpty = async (): Promise<void> => {
    await expect(fields.number).toHaveValue('')
    await expect(fields.agreed).not.toBeChecked()
  }

  await test.step('it is there after a look at what one agrees to', async () => {
    await page.goto('/me')
    await fields.number.fill(phoneNumber)
    await fields.agreed.check()
    for (const name of ['用户协议', '隐私政策']) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('button', { name: '返回' }).click()
      await expect(fields.number).toHaveValue(phoneNumber)
      await expect(fields.agreed).toBeChecked()
    }
  })

  await test.step('not after signing in, here by a QR code', async () => {
    const url = await showQr(page, '微信扫码登录')
    const scanner = await phone.newTab()
    await scanQr(scanner, url, phoneNumber)
    await scanner.getByRole('button', { name: '确认登录' }).click()
    await expect(page).toHaveURL('/me', { timeout: 15_000 })
    await page.bringToFront()
    for (const name of ['资源', '我的']) await page.getByRole('link', { name, exact: true }).click()
    await signOutHere(page)
    await expectEmpty()
  })

  await test.step('nor after a form that was left for another screen', async () => {
    await fields.number.fill(phoneNumber)
    await fields.agreed.check()
    await page.goBack()
    await expect(page).toHaveURL('/login?from=%2Fresource')
    await expectEmpty()
  })
})

testWithOwnServer(
  'answers that wait at sign-out stay sealed, and go up when their student is back',
  async ({ server, phone, phoneNumber }) => {
    const { page } = phone
    await page.goto('/home')
    await signIn(page, phoneNumber)
    const first = await deviceData(page)
    const packId = await givePack(page)
    await workerReady(page)
    await server.stop()
    await openStudy(page, packId)
    await faceCard(page, packId)
    await answerCard(page, 3)
    await page.goto('/me')
    await page.getByRole('button', { name: '退出登录' }).click()
    await expect(page.getByText('还有 1 条答题记录没有上传')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL('/login')
    const sealed = await deviceData(page)
    expect(sealed.token).toBeNull()
    expect(sealed.journal).toEqual([])
    expect(sealed.outbox).toHaveLength(1)

    // A code may be asked for once a minute.
    server.moveClock(2)
    await server.start()
    await page.reload()
    await signIn(page, phoneNumber)
    await expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])
    const { token, accountId } = await deviceData(page)
    expect(accountId).toBe(first.accountId)
    const { totals } = await callAs(server.url, token, 'GET /user-study/summary', {})
    expect(totals.answers).toBe(1)
  },
)

testWithOwnServer(
  'a session that ends in the middle leads to /login and back, and no answer is lost',
  async ({ server, phone, phoneNumber }) => {
    const { page } = phone
    await page.goto('/home')
    await signIn(page, phoneNumber)
    const packId = await givePack(page)
    await openStudy(page, packId)
    await faceCard(page, packId)
    await page.route('**/user-study/record/**', (route) => route.abort())
    await answerCard(page, 3)
    const { token } = await deviceData(page)
    await callAs(server.url, token, 'POST /auth/logout', {})
    await page.goto('/resource?q=tangshi')
    await page.waitForURL(`/login?from=${encodeURIComponent('/resource?q=tangshi')}`)
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()

    await expect
      .poll(async () => (await deviceData(page)).journal, { message: 'nothing readable is left' })
      .toEqual([])

    await page.unroute('**/user-study/record/**')
    await server.stop()
    server.moveClock(2)
    await server.start()
    await signIn(page, phoneNumber)
    await expect(page).toHaveURL('/resource?q=tangshi')
    await expect(page.getByRole('link', { name: /唐诗三百首/ })).toBeVisible()
    await expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])
    const again = await deviceData(page)
    const { totals } = await callAs(server.url, again.token, 'GET /user-study/summary', {})
    expect(totals.answers).toBe(1)
  },
)

test('a page that is left as its session ends leaves nothing readable at the next start', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const packId = await givePack(page)
  await openStudy(page, packId)
  await faceCard(page, packId)
  await answerCard(page, 3)
  const { token } = await deviceData(page)
  await callAs(server.url, token, 'POST /auth/logout', {})
  // Sealing takes a database: the page that hears of the end has only time to clear the token.
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (...given) {
      return localStorage.getItem('hold') !== null && localStorage.getItem('access_token') === null
        ? (new EventTarget() as IDBOpenDBRequest)
        : open.apply(this, given)
    }
  })
  await page.evaluate(() => localStorage.setItem('hold', 'on'))
  await page.goto('/resource')
  await page.waitForURL(/login/)
  // No earlier: the page at /login would seal it.
  await page.goto('/manifest.webmanifest')
  await page.evaluate(() => localStorage.removeItem('hold'))
  expect((await deviceData(page)).journal).toHaveLength(1)
  await page.goto('/login')
  await expect.poll(async () => (await deviceData(page)).journal).toEqual([])
})
