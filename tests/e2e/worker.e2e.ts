import type { Page } from '@playwright/test'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { openPhone } from '../browser/phone.ts'
import { firstFrameKept } from '../browser/progress.ts'
import { watchProblems, workerReady } from '../browser/screen.ts'
import { serverProcess } from '../browser/server-process.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'
import { deployment } from './deploy.ts'

/** The service worker as it is built and served. */

/** What each address shows when everything that it needs is on the device. */
const addresses: Record<string, string | RegExp> = {
  '/home': '从第一个卡包开始',
  '/resource': /当前没有网络|网络连接失败/,
  '/generate': /把笔记变成卡片/,
  '/explore': '卡片没有取出来',
  '/my-generation': '我的生成',
  '/me': /第 \d+ 级/,
  '/profile/edit': '名字',
  '/profile/challenge-config': '每天学多少',
  '/settings': '语言',
  '/settings/account-security': '账号与安全',
  '/theme-settings': '主题',
  '/my-learning': '学习日历',
  '/level-detail': '怎么得学识',
  '/cardpack/42': /当前没有网络|网络连接失败/,
  '/cardpack/42?study=1': '本机还没有可学的卡片',
  '/private-cardpack/42': '卡包没有打开',
  '/teacher/42': '老师的主页没有加载出来',
  '/payment': '没有这张订单',
  '/privacy': '隐私政策',
  '/user-agreement': '用户协议',
  '/nowhere': '没有这个页面',
}

test('after one visit to /home every address of the app starts from cold with no server', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const violations = watchProblems(phone.page)
  const reply = await phone.page.goto('/home')
  expect(reply?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")
  await signIn(phone.page, phoneNumber)
  await workerReady(phone.page)
  await expect(phone.page.getByText('从第一个卡包开始')).toBeVisible()
  expect(violations).toEqual({ uncaught: [], logged: [] })
  await firstFrameKept(phone.page)
  await server.stop()

  const page = await phone.reopen()
  const problems = watchProblems(page)
  for (const [address, shown] of Object.entries(addresses)) {
    await page.goto(address)
    await expect(page.getByText(shown).first(), address).toBeVisible()
    await expect(page.getByText('页面没有加载出来'), address).toHaveCount(0)
  }
  expect(problems.uncaught).toEqual([])
  expect(problems.logged.filter((text) => !text.startsWith('Failed to load resource: net::ERR_'))).toEqual([])
})

test('a first visit gets at once the names of the files that its address needs, and of no others', async ({
  server,
}) => {
  for (const address of ['/login', '/privacy']) {
    const phone = await openPhone(server.url)
    await phone.page.goto(address)
    await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
    const asked = await fetch(server.url + address, { headers: { accept: 'text/html' } })
    const link = asked.headers.get('link') ?? ''
    const named = [...link.matchAll(/<([^>]+)>/g)].map(([, file]) => file!)
    expect(named).not.toEqual([])
    const loaded = () =>
      phone.page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      )
    await expect.poll(loaded).toEqual(expect.arrayContaining(named))
    for (const file of named) expect((await fetch(server.url + file)).status, file).toBe(200)
    await phone.discard()
  }
})

/** Turns a tab away from the student, or back; Chromium without a screen shows every tab. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    hidden ? 'hidden' : 'visible',
  )

const versionOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('meta[name=version]')?.getAttribute('content') ?? null)

const checkForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const { installing } = registration
    if (!installing) return
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => installing.state === 'installed' && resolve())
    })
  })

test('a deploy with two tabs open interrupts no one, and both come to the new version', async ({
  phoneNumber,
}) => {
  test.setTimeout(90_000)
  const release = await deployment()
  const server = await serverProcess({ PAGE_DIR: release.pageDir, ASSETS_ARCHIVE_DIR: release.archiveDir })
  await server.start()
  const phone = await openPhone(server.url)
  try {
    const studying = phone.page
    // Of the very first visit: no worker has drawn it.
    const reading = await phone.newTab()
    await reading.goto('/privacy')
    await studying.goto('/home')
    await signIn(studying, phoneNumber)
    const packId = await givePack(studying)
    await workerReady(studying)
    await openStudy(studying, packId)
    await faceCard(studying, packId)
    await answerCard(studying, 3)

    await server.stop()
    await release.release('two')
    await server.start()
    await studying.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await checkForUpdate(studying)

    // The hidden tab lets the new worker in; the one in which a student studies stays as it is.
    await Promise.all([reading.waitForEvent('load'), setHidden(reading, true)])
    await expect.poll(() => versionOf(reading)).toBe('two')
    await answerCard(studying, 1)
    await setHidden(studying, true)
    await setHidden(studying, false)
    await answerCard(studying, 4)
    expect(await studying.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
    expect((await deviceData(studying)).journal).toHaveLength(3)

    // The sitting is over: the next time the tab is left, it comes back as the new version.
    await studying.getByRole('button', { name: '关闭' }).click()
    await expect(studying.getByRole('button', { name: '开始学习' })).toBeVisible()
    await Promise.all([studying.waitForEvent('load'), setHidden(studying, true)])
    await expect.poll(() => versionOf(studying)).toBe('two')
    await expect.poll(async () => (await deviceData(studying)).outbox).toEqual([])
  } finally {
    await phone.discard()
    await server.remove()
    await release.remove()
  }
})

test('a missing file is a 404 and never the page, and what is not the app is left to the server', async ({
  server,
}) => {
  const get = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html' } })
  for (const path of [
    '/assets/app-00000000.js',
    '/assets/',
    '/no-such-file.js',
    '/api/client/no-such-call',
  ]) {
    const reply = await get(path)
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('content-type'), path).not.toContain('text/html')
  }
  expect((await get('/home')).headers.get('content-type')).toContain('text/html')
})

test('[2.6] the debug console comes with ?debug=1 and with nothing else', async ({ phone }) => {
  const { page } = phone
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const address of ['/login', '/login?debug=0', '/login?debugger=1']) {
    await page.goto(address)
    await expect(page.getByLabel('手机号')).toBeVisible()
  }
  await workerReady(page)
  expect(asked.filter((path) => path.includes('eruda'))).toEqual([])
  const precached = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => url)
  })
  expect(precached.filter((url) => url.includes('eruda'))).toEqual([])

  await page.goto('/login?debug=1')
  await page.locator('#eruda .eruda-entry-btn').click()
  await expect(page.locator('#eruda .eruda-dev-tools')).toBeVisible()
  expect(asked.some((path) => path.includes('eruda'))).toBe(true)
})

test('the app can be installed: manifest, icons, a worker and no complaint of the browser', async ({
  server,
  phone,
}) => {
  const { page } = phone
  await page.goto('/login')
  await workerReady(page)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as {
    start_url: string
    display: string
    icons: { src: string }[]
  }
  expect(manifest).toMatchObject({ start_url: '/home', display: 'standalone', lang: 'zh-CN', name: '知卡' })
  expect(manifest.icons).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sizes: '192x192', purpose: 'any' }),
      expect.objectContaining({ sizes: '512x512', purpose: 'any' }),
      expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }),
    ]),
  )
  for (const { src } of manifest.icons) {
    const icon = await fetch(server.url + src)
    expect(icon.headers.get('content-type'), src).toBe('image/png')
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A persistent profile without a window counts as a private one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
