import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { clearOrigin, limitStorage } from '../browser/devtools.ts'
import { expect, test } from '../browser/fixture.ts'
import { withoutWorker } from '../browser/phone.ts'
import { givePack } from '../browser/packs.ts'
import { toasts, watchProblems, workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { deviceData } from '../chaos/device-data.ts'
import { judge } from '../chaos/verdict.ts'

// What is lost once is lost: no second try.
test.describe.configure({ retries: 0 })

/** A device that fails: its databases, its disk, its line while a screen loads. */

const nothingWaits = (page: Page) =>
  expect.poll(async () => (await deviceData(page)).outbox, { timeout: 20_000 }).toEqual([])

/** Writes nonsense over the files in which Chromium keeps IndexedDB, as a phone does that dies while writing. */
const spoilDatabases = async (profileDir: string): Promise<void> => {
  const folder = join(profileDir, 'Default', 'IndexedDB')
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    /\.(log|ldb)$|MANIFEST|CURRENT/.test(name),
  )
  expect(files.length, 'there is a database to spoil').toBeGreaterThan(1)
  await Promise.all(files.map((name) => writeFile(join(folder, name), 'nonsense '.repeat(500))))
}

test('spoiled or emptied databases are rebuilt from the server, and what it knew is there again', async ({
  server,
  phone,
  phoneNumber,
}) => {
  test.setTimeout(90_000)
  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  const packId = await givePack(phone.page)
  await openStudy(phone.page, packId)
  await faceCard(phone.page, packId)
  await answerCard(phone.page, 4)
  await phone.page.goto('/home')
  await nothingWaits(phone.page)
  await workerReady(phone.page)

  const expectWhole = async (page: Page): Promise<void> => {
    await page.goto('/home')
    await expect(page.getByText(/今日目标 1 \/ \d+/)).toBeVisible()
    await page.goto(`/cardpack/${packId}`)
    await expect(page.getByRole('button', { name: '已下载' })).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('在学', { exact: true })).toHaveCount(1)
  }

  const spoiled = await phone.reopen(spoilDatabases)
  const problems = watchProblems(spoiled)
  await expectWhole(spoiled)
  await spoiled.goto('/healthz')
  await clearOrigin(spoiled, ['indexeddb'])
  await expectWhole(spoiled)

  await openStudy(spoiled, packId)
  await faceCard(spoiled, packId)
  await answerCard(spoiled, 4)
  await spoiled.goto('/home')
  await nothingWaits(spoiled)
  const { token } = await deviceData(spoiled)
  const { totals } = await callAs(server.url, token, 'GET /user-study/summary', {})
  expect(totals.answers).toBe(2)
  expect(problems.uncaught).toEqual([])
})

test('answers given while the disk is full are kept, said so, and sent', async ({
  phone,
  phoneNumber,
  server,
}) => {
  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  const packId = await givePack(phone.page)
  await workerReady(phone.page)
  // Chromium allots space ahead of use: only a browser that has written nothing yet feels the limit at once.
  const page = await phone.reopen()
  await page.goto('/healthz')
  const giveDiskBack = await limitStorage(page, 1)
  await server.stop()
  await openStudy(page, packId)
  await faceCard(page, packId)
  await answerCard(page, 3)
  await expect(toasts(page).getByText('存储空间已满')).toBeVisible()
  await answerCard(page, 3)
  const { accountId, journal } = await deviceData(page)
  expect(journal, 'the database took nothing').toEqual([])
  const kept = await page.evaluate(() => Object.keys(localStorage))
  expect(kept.filter((key) => key.startsWith(`zhika_unsent:${accountId}:`))).toHaveLength(2)

  await giveDiskBack()
  await server.start()
  await page.goto('/home')
  await expect.poll(async () => (await deviceData(page)).journal.length, { timeout: 20_000 }).toBe(2)
  await nothingWaits(page)
  const given = new Set((await deviceData(page)).journal.map(({ id }) => id))
  await judge(page, given)

  await test.step('a newer app has taken from the database what this one needs: it says so and how to go on', async () => {
    await page.goto('/healthz')
    await page.evaluate(async (name) => {
      const done = (request: IDBRequest): Promise<unknown> =>
        new Promise((resolve) => request.addEventListener('success', resolve))
      await done(indexedDB.deleteDatabase(name))
      const newer = indexedDB.open(name, 99)
      await done(newer)
      newer.result.close()
    }, `zhika:${accountId}`)
    await openStudy(page, packId)
    await expect(page.getByText('这个页面还是旧版本')).toBeVisible()
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  })
})

/** Fails the requests for one file, as many times as there are tries to spoil. */
const failRequests = async (page: Page, pattern: string, times = Infinity): Promise<() => Promise<void>> => {
  let left = times
  await page.route(pattern, async (route) => {
    left -= 1
    if (left < 0) return route.continue()
    return route.abort('connectionreset')
  })
  return () => page.unroute(pattern)
}

test('[2.3, 8.21] a screen whose files fail on the way comes at the next try, or says so with 重试', async ({
  phone,
  phoneNumber,
}) => {
  // Without the worker every file comes from the network, where it can fail.
  await withoutWorker(phone)
  const { page } = phone
  const problems = watchProblems(page)
  await page.goto('/home')
  await signIn(page, phoneNumber)

  await test.step('a script that fails once', async () => {
    await failRequests(page, '**/assets/resource.screen-*.js', 1)
    await page.getByRole('link', { name: '资源' }).click()
    await expect(page.getByRole('heading', { name: '按知识点' })).toBeVisible()
  })

  await test.step('a style sheet that fails once', async () => {
    await failRequests(page, '**/assets/card-pack-*.css', 1)
    await page
      .getByRole('link', { name: /唐诗三百首/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('唐诗三百首')
    await expect
      .poll(() =>
        page.evaluate(
          () => [...document.styleSheets].filter(({ href }) => href?.includes('card-pack-')).length,
        ),
      )
      .toBeGreaterThan(0)
    await page.getByRole('button', { name: '返回' }).click()
  })

  await test.step('a script that fails for good', async () => {
    const heal = await failRequests(page, '**/assets/me.screen-*.js')
    await page.getByRole('link', { name: '我的' }).click()
    // The page mends itself once, by a new start. It fails again, and from then on it waits for a press.
    const hasBegunAnew = () =>
      performance.timeOrigin > Number(sessionStorage.getItem('zhika_repaired') ?? Infinity)
    await expect(() => expect(page.evaluate(hasBegunAnew)).resolves.toBe(true)).toPass({ timeout: 20_000 })
    await expect(page.getByRole('alert')).toContainText('页面没有加载出来', { timeout: 20_000 })
    await expect(page.getByRole('link', { name: '首页' }), 'the way out stays').toBeVisible()
    await heal()
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('第 1 级 · 书童')).toBeVisible()
  })
  expect(problems.uncaught).toEqual([])
})
