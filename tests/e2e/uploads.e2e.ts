import type { Page } from '@playwright/test'
import { callAs } from '../browser/api.ts'
import { dispatchSync, killServiceWorkers } from '../browser/devtools.ts'
import { expect, test } from '../browser/fixture.ts'
import { givePack } from '../browser/packs.ts'
import { openPhone } from '../browser/phone.ts'
import { toasts, watchProblems, workerReady } from '../browser/screen.ts'
import { signIn } from '../browser/sign-in.ts'
import { answerCard, faceCard, openStudy } from '../browser/study.ts'
import { deviceData, leaveLeaseOfDeadTab } from '../chaos/device-data.ts'
import { judge } from '../chaos/verdict.ts'
import { lateReplyProxy } from './late-reply-proxy.ts'

// What is lost once is lost: no second try.
test.describe.configure({ retries: 0 })

/** Answers go up from whatever is left of the app, and each counts once. */

const outboxTag = 'outbox'

/** A student who has a pack. */
const readyToStudy = async (page: Page, phoneNumber: string): Promise<string> => {
  await page.goto('/home')
  await signIn(page, phoneNumber)
  return givePack(page)
}

const giveAnswers = async (page: Page, packId: string, count: number): Promise<ReadonlySet<string>> => {
  await openStudy(page, packId)
  for (let given = 0; given < count; given += 1) {
    await faceCard(page, packId)
    await answerCard(page, 3)
  }
  const { journal } = await deviceData(page)
  expect(journal).toHaveLength(count)
  return new Set(journal.map(({ id }) => id))
}

const waiting = async (page: Page): Promise<number> => (await deviceData(page)).outbox.length
const nothingWaits = (page: Page) => expect.poll(() => waiting(page), { timeout: 30_000 }).toBe(0)

test('the worker sends what a closed tab has left, when the browser fires the sync event', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const packId = await readyToStudy(phone.page, phoneNumber)
  await workerReady(phone.page)
  // A page of the origin in which nothing of the app runs.
  const witness = await phone.newTab()
  await witness.goto('/healthz')
  await server.stop()
  const given = await giveAnswers(phone.page, packId, 3)
  await phone.page.close()
  expect(await waiting(witness)).toBe(3)
  await server.start()
  await dispatchSync(witness, outboxTag)
  await nothingWaits(witness)
  await judge(witness, given)
})

test('a worker that is killed after the server stored, before the reply came, loses and doubles nothing', async ({
  server,
  phoneNumber,
}) => {
  const proxy = await lateReplyProxy(server.port)
  const phone = await openPhone(proxy.url)
  try {
    const packId = await readyToStudy(phone.page, phoneNumber)
    await workerReady(phone.page)
    const witness = await phone.newTab()
    await witness.goto('/healthz')
    await server.stop()
    const given = await giveAnswers(phone.page, packId, 3)
    await phone.page.close()
    await server.start()
    const { token } = await deviceData(witness)
    const stored = async (): Promise<number> =>
      (await callAs(server.url, token, 'GET /user-study/summary', {})).totals.answers

    proxy.holdReplies()
    await dispatchSync(witness, outboxTag)
    await proxy.held()
    // One that may have got through before is asked about alone, so not all of them need be there yet.
    expect(await stored()).toBeGreaterThan(0)
    await killServiceWorkers(witness)
    expect(await waiting(witness), 'nothing leaves the device without an acknowledgement').toBe(3)

    proxy.passAgain()
    await dispatchSync(witness, outboxTag)
    await nothingWaits(witness)
    expect(await stored()).toBe(3)
    await judge(witness, given)
  } finally {
    await phone.discard()
    await proxy.close()
  }
})

const missing = {
  'background sync': () => {
    Reflect.deleteProperty(globalThis, 'SyncManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  },
  'Web Locks': () => {
    Reflect.deleteProperty(globalThis, 'LockManager')
    Reflect.deleteProperty(Navigator.prototype, 'locks')
  },
  'service workers': () => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  },
}

for (const [name, remove] of Object.entries(missing)) {
  test(`without ${name} the page itself sends, once`, async ({ server, phone, phoneNumber }) => {
    await phone.context.addInitScript(remove)
    const { page } = phone
    const problems = watchProblems(page)
    const packId = await readyToStudy(page, phoneNumber)
    await openStudy(page, packId)
    await expect(page.getByRole('button', { name: '显示答案' })).toBeVisible()
    await server.stop()
    await answerCard(page, 3)
    await answerCard(page, 1)
    const given = new Set((await deviceData(page)).journal.map(({ id }) => id))
    expect(await waiting(page)).toBe(2)
    await server.start()
    await page.goto('/home')
    await nothingWaits(page)
    await judge(page, given)
    expect(problems.uncaught).toEqual([])
  })
}

test('a tab that died while sending, without Web Locks, holds the next one up for seconds only', async ({
  server,
  phone,
  phoneNumber,
}) => {
  await phone.context.addInitScript(missing['Web Locks'])
  const { page } = phone
  const packId = await readyToStudy(page, phoneNumber)
  await workerReady(page)
  await server.stop()
  const given = await giveAnswers(page, packId, 1)
  await server.start()
  await leaveLeaseOfDeadTab(page)
  await page.goto('/home')
  await nothingWaits(page)
  await judge(page, given)
})

test('[8.19, 8.20] an upload that fails is logged as `report study record failed`, and the student sees nothing', async ({
  server,
  phone,
  phoneNumber,
}) => {
  const { page } = phone
  const packId = await readyToStudy(page, phoneNumber)
  await workerReady(page)
  await server.stop()
  await giveAnswers(page, packId, 1)
  const problems = watchProblems(page)
  await page.getByRole('button', { name: '关闭' }).click()
  await expect
    .poll(() => problems.logged.filter((text) => text.startsWith('report study record failed')))
    .not.toEqual([])
  await expect(page.getByRole('button', { name: '开始学习' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(problems.uncaught).toEqual([])
})

test('a server that is killed loses no acknowledged answer', async ({ server, phone, phoneNumber }) => {
  const { page } = phone
  const packId = await readyToStudy(page, phoneNumber)
  const given = await giveAnswers(page, packId, 2)
  await page.getByRole('button', { name: '关闭' }).click()
  await nothingWaits(page)
  await server.kill()
  await server.start()
  await judge(page, given)
})
