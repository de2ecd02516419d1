import type { Page } from '@playwright/test'
import { expect, test } from '../browser/fixture.ts'
import { withoutWorker } from '../browser/phone.ts'
import { givePack } from '../browser/packs.ts'
import { callAs } from '../browser/api.ts'
import { firstFrameKept } from '../browser/progress.ts'
import { watchProblems, workerReady } from '../browser/screen.ts'
import { signIn, signOut } from '../browser/sign-in.ts'
import { deviceData } from '../chaos/device-data.ts'

/** The frame that index.html itself draws from what the device remembers, before the app is there. */

/** Everything that was ever put into #root, in its order, as text; from the document's first moment on. */
const watchRoot = (page: Page) =>
  page.addInitScript(() => {
    const drawn: string[] = []
    Object.assign(globalThis, { drawn })
    new MutationObserver((records) => {
      for (const record of records) {
        if (!(record.target instanceof Element) || record.target.id !== 'root') continue
        for (const node of record.addedNodes) drawn.push(node.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })

const drawnFirst = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn[0] ?? '')

test('a cold start shows the head and the plan of today before the app, and the app the same', async ({
  server,
  phone,
  phoneNumber,
}) => {
  await phone.page.goto('/home')
  await signIn(phone.page, phoneNumber)
  await givePack(phone.page)
  await workerReady(phone.page)
  await expect(phone.page.getByRole('button', { name: '开始今天的学习' })).toBeVisible()
  await firstFrameKept(phone.page, { newCards: 10 })
  await server.stop()

  const page = await phone.reopen()
  const problems = watchProblems(page)
  await watchRoot(page)
  await page.goto('/home')
  await expect(page.getByRole('button', { name: '开始今天的学习' })).toBeVisible()
  const first = await drawnFirst(page)
  expect(first).toContain('开始今天的学习')
  expect(first).toContain((await page.getByRole('heading', { level: 1 }).textContent()) ?? 'a heading')
  expect(problems.uncaught).toEqual([])

  await test.step('its button works before the app is there: by its address', async () => {
    await page.goto('/home?study=today')
    await expect(page.getByRole('button', { name: '显示答案' })).toBeVisible()
  })
})

test('after signing out nothing of the student is drawn', async ({ phone, phoneNumber }) => {
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  await givePack(page)
  await expect(page.getByRole('button', { name: '开始今天的学习' })).toBeVisible()
  await firstFrameKept(page, { newCards: 10 })
  await signOut(page)
  await watchRoot(page)
  await page.goto('/home')
  await expect(page.getByLabel('手机号')).toBeVisible()
  expect(await drawnFirst(page)).not.toContain('开始今天的学习')
})

test('while the app is on its way every screen shows its place and the tabs, in the student’s theme', async ({
  server,
  phone,
  phoneNumber,
}) => {
  // Without the worker the app's script comes from the network, where it can be held.
  await withoutWorker(phone)
  const { page } = phone
  await page.goto('/home')
  await signIn(page, phoneNumber)
  const { token } = await deviceData(page)
  await callAs(server.url, token, 'POST /themes/select/:id', { id: 'night' })
  await page.reload()
  await firstFrameKept(page)
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  await expect.poll(scheme).toBe('dark')

  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/app-*.js', async (route) => {
    await held
    await route.continue()
  })
  for (const [address, tab] of [
    ['/resource', '资源'],
    ['/me', '我的'],
  ] as const) {
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
    expect(await scheme()).toBe('dark')
  }
  release()
  await expect(page.getByText('第 1 级 · 书童')).toBeVisible()
})
