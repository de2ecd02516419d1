import type { Page } from '@playwright/test'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { openPhone, type Phone } from '../browser/phone.ts'
import { workerReady } from '../browser/screen.ts'
import { serverProcess, type ServerProcess } from '../browser/server-process.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'
import { deployment, type Deployment } from './deploy.ts'

/** The app's own files on the device: what is wrong never comes in, what is lost comes back, what cannot start gives way. */

type Installed = {
  phone: Phone
  server: ServerProcess
  /** Of the server's next start. */
  env: Record<string, string>
  release: Deployment
  packId: string
}

/** A student with a pack on a phone that has the whole app, and a server that can be given another version. */
const withInstalledApp = async (
  phoneNumber: string,
  work: (installed: Installed) => Promise<void>,
): Promise<void> => {
  const release = await deployment()
  const env = { PAGE_DIR: release.pageDir, ASSETS_ARCHIVE_DIR: release.archiveDir }
  const server = await serverProcess(env)
  await server.start()
  const phone = await openPhone(server.url)
  try {
    await phone.page.goto('/home')
    await signIn(phone.page, phoneNumber)
    const packId = await givePack(phone.page)
    await workerReady(phone.page)
    await work({ phone, server, env, release, packId })
  } finally {
    await phone.discard()
    await server.remove()
    await release.remove()
  }
}

const broken = 'throw new Error("broken");'
const isEntry = (name: string): boolean => /assets\/app-.*\.js$/.test(name)

/** What of the installed app is on the device: its workers and the caches of its files. */
const installedParts = async (): Promise<string[]> => {
  const registrations = await navigator.serviceWorker.getRegistrations()
  const names = await caches.keys()
  return [...registrations.map(({ scope }) => scope), ...names.filter((name) => name.includes('shell'))]
}

/** Each release adds its tag to those before. */
const versionOf = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => [...document.querySelectorAll('meta[name=version]')].at(-1)?.getAttribute('content') ?? null,
  )

/** @returns how the version that the server has now fared while it was installed */
const update = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const worker = registration.installing ?? registration.waiting
    if (worker === null) return 'nothing new'
    await new Promise<void>((resolve) => {
      const check = () => worker.state !== 'installing' && resolve()
      worker.addEventListener('statechange', check)
      check()
    })
    return worker.state
  })

const letIn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
    waiting?.postMessage({ type: 'skip-waiting' })
    await taken
  })

const studyOneCard = async (page: Page, packId: string): Promise<void> => {
  await openStudy(page, packId)
  await faceCard(page, packId)
  await answerCard(page, 3)
}

test('a page of a portal under the name of any file never comes in; lost and spoiled files come back', async ({
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  await withInstalledApp(phoneNumber, async ({ phone, server, release, packId }) => {
    const { page, context } = phone
    await server.stop()
    await release.release('two')
    await server.start()

    const portal = '**/{index.html,assets/study-layer*}'
    await context.route(portal, (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>请登录校园网</h1>' }),
    )
    expect(await update(page), 'with the portal in between').toBe('redundant')
    await server.stop()
    await page.goto('/home')
    await expect(page.getByText('已离线可用').or(page.getByText('当前没有网络'))).toBeVisible()
    await context.unroute(portal)
    await server.start()
    expect(await update(page), 'with the network healthy again').toBe('installed')
    await letIn(page)
    await page.goto('/home')
    await expect.poll(() => versionOf(page)).toBe('two')
    await workerReady(page)

    await test.step('one file spoiled, one lost: found at the next start', async () => {
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const { url } of await cache.keys()) {
            if (url.includes('study-layer')) await cache.put(url, new Response('<h1>x</h1>'))
            if (url.includes('card-markdown')) await cache.delete(url)
          }
        }
      })
      const reopened = await phone.reopen()
      await reopened.goto('/home')
      await workerReady(reopened)
      await server.stop()
      await studyOneCard(reopened, packId)
      await server.start()
    })

    await test.step('all of it lost: not said to be ready until it is there again', async () => {
      const { page: current } = phone
      await current.goto('/home')
      await expect(current.getByText('已离线可用')).toBeVisible()
      await phone.context.route('**/assets/**', (route) => route.abort())
      await current.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name)
      })
      await current.evaluate(() => dispatchEvent(new Event('online')))
      await expect(current.getByText('正在准备离线使用')).toBeVisible()
      await phone.context.unroute('**/assets/**')
      await current.goto('/home')
      await expect(current.getByText('已离线可用')).toBeVisible({ timeout: 40_000 })
      await server.stop()
      const cold = await phone.reopen()
      await studyOneCard(cold, packId)
      expect((await deviceData(cold)).journal).toHaveLength(2)
    })
  })
})

test('a version that cannot start gives way to the one before; workers can be dropped from outside', async ({
  phoneNumber,
}) => {
  test.setTimeout(120_000)
  await withInstalledApp(phoneNumber, async ({ phone, server, env, release, packId }) => {
    const { page } = phone
    await server.stop()
    await release.release('broken', (name, text) => (isEntry(name) ? broken + text : text))
    await server.start()
    expect(await update(page)).toBe('installed')
    await letIn(page)
    await page.goto('/home')
    // The worker is of the broken build: of the files of this one it cannot say.
    await expect(page.getByText(/已下载 \d+ 个卡包/)).toBeVisible()
    expect(await versionOf(page)).toBeNull()
    await server.stop()
    const cold = await phone.reopen()
    await studyOneCard(cold, packId)

    await test.step('the operator drops the workers of all devices: answers and session stay', async () => {
      const before = await deviceData(cold)
      env['DROP_WORKER'] = '1'
      await server.start()
      await cold.goto('/home')
      // The worker loads the page again while the test asks.
      await expect(async () => {
        expect(await cold.evaluate(installedParts)).toEqual([])
      }).toPass({ timeout: 20_000 })
      const after = await deviceData(cold)
      expect([after.token, after.journal]).toEqual([before.token, before.journal])
    })

    await test.step('and a good version is installed again', async () => {
      env['DROP_WORKER'] = '0'
      await server.stop()
      await release.release('good', (name, text) => (isEntry(name) ? text.replace(broken, '') : text))
      await server.start()
      await cold.goto('/home')
      await workerReady(cold)
      await expect(cold.getByText('已离线可用')).toBeVisible()
      expect(await versionOf(cold)).toBe('good')
    })
  })
})

test('a page that cannot start offers 修复, which leaves answers and session alone', async ({
  phone,
  phoneNumber,
  server,
}) => {
  const { page, context } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const packId = await givePack(page)
  await workerReady(page)
  await context.setOffline(true)
  await studyOneCard(page, packId)
  const before = await deviceData(page)
  expect(before.journal).toHaveLength(1)
  await page.goto('about:blank')
  await context.setOffline(false)

  await context.route('**/assets/app-*.js', (route) => route.abort())
  await page.goto(`${server.url}/healthz`)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
  })
  await page.goto('/settings')
  const repair = page.getByRole('button', { name: '修复' })
  await expect(repair).toBeVisible()
  await context.setOffline(true)
  await repair.click()
  await expect(page.getByText('现在没有网络')).toBeVisible()
  await context.setOffline(false)
  await context.unroute('**/assets/app-*.js')
  await repair.click()
  await expect(page.getByRole('heading', { level: 1, name: '设置' })).toBeVisible()
  const after = await deviceData(page)
  expect(after.token).toBe(before.token)
  expect(after.journal).toEqual(before.journal)
})
