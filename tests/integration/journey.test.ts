import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fold } from '#contract/scheduling.ts'
import { uploadTicketDays } from '#contract/account.ts'
import { xpForFirstCorrect } from '#contract/progress.ts'
import type { StudyAnswer } from '#contract/study.ts'
import { newId } from '#server/lib/new-id.ts'
import { createApi } from '#src/api/client.ts'
import { scheduledOnly } from '#src/offline/projection.ts'
import { finishWipes } from '#src/offline/wipe.ts'
import { fillDisk } from '#tests/support/full-disk.ts'
import { makeAnswer, makeUndo } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { createDevice, type Device, type Tab } from './device.ts'
import { createNetwork } from './network.ts'

/** The main job with real client code and the real server: sign in, unlock, study with no network, lose nothing. */

let device: Device
let student: TestStudent
let page: Tab

const server = await serverOfFile()
const pack = await server.insertPack({ cardCount: 8, previewCount: 2, priceCoins: 30 })
beforeEach(async () => {
  device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  student = await server.signIn()
  page = await signedIn(student)
})
afterEach(() => vi.restoreAllMocks())

const head = () => ({ id: pack.packId, title: '唐诗', label: '唐诗', subject: { id: 'math', name: '数学' } })

/** A page of this student, who has just signed in on the device. */
const signedIn = async (who: TestStudent): Promise<Tab> => {
  const tab = device.openPage(who.studentId, who.token)
  await device.run(() => tab.account.keepTicket(who.login.uploadTicket))
  return tab
}
const unlockAndDownload = (tab = page) =>
  device.run(async () => {
    await tab.api.call('POST /card-packs/:id/unlock', { id: pack.packId, paymentMethod: 'balance' })
    await tab.account.download(head(), {})
    await tab.account.pull()
  })
const study = async (tab: Tab, cards: readonly number[]): Promise<StudyAnswer[]> => {
  const answers = cards.map((card) => {
    server.clock.advance(10_000)
    return makeAnswer({ cardId: pack.cardIds[card]!, answeredAt: server.clock.now().toISOString() })
  })
  for (const answer of answers) {
    await device.run(() => tab.account.record({ packId: pack.packId, sessionId: newId(1), answer }))
  }
  return answers
}
const drain = (tab = page) => device.run(() => tab.account.drain({ ignoreBackoff: true }))
const status = (tab = page) => device.run(() => tab.account.status())
const serverStates = async (who = student) =>
  (await who.call('GET /user-study/states', { cursor: 0 })).data.states.map(scheduledOnly)
const foldAll = (answers: readonly StudyAnswer[]) => answers.map((answer) => fold([answer])!)
const sorted = <T extends { cardId: string }>(rows: T[]): T[] =>
  rows.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1))

const databaseOf = <T>(who: TestStudent, work: Parameters<ReturnType<Device['database']>['use']>[0]) =>
  device.run(() => device.database(who.studentId).use(work)) as Promise<T>
const readableRows = (who: TestStudent): Promise<number> =>
  databaseOf(who, async (connection) => {
    const stores = ['journal', 'states', 'unseen', 'cards', 'packs', 'catalogues', 'days'] as const
    const counts = await Promise.all(stores.map((store) => connection.count(store)))
    return counts.reduce((sum, count) => sum + count, 0)
  })

describe('the main job', () => {
  test('from the sign-in to the server, with the network away in between', async () => {
    const phone = '13911112222'
    const network = createNetwork(server.app)
    const stranger = createApi({ host: '', accessToken: () => null, fetch: network.fetch })
    const { devCode } = await stranger.call('POST /auth/send-code', { phone })
    const login = await stranger.call('POST /auth/login', { phone, code: devCode!, agreed: true })
    const tab = device.openPage(login.profile.id, login.token)
    await device.run(() => tab.account.keepTicket(login.uploadTicket))
    await unlockAndDownload(tab)

    const queue = await device.run(() => tab.account.queue('today', login.profile.study, 20))
    expect(queue.map((entry) => entry.cardId)).toEqual(pack.cardIds)
    const answers = await study(tab, [0, 1, 2])
    await device.run(() => tab.account.undo(makeUndo(answers[2]!)))
    tab.network.meet(['offline'])
    expect((await drain(tab)).status).toBe('later')
    const before = await device.run(() => tab.account.plan(login.profile.study))
    expect(before).toMatchObject({ answered: 2, xp: 2 * xpForFirstCorrect })

    expect(await drain(tab)).toEqual({ status: 'empty' })
    const me = server.callWith(login.token)
    const { data } = await me('GET /user-study/states', { cursor: 0 })
    expect(sorted(data.states.map(scheduledOnly))).toEqual(sorted(foldAll(answers.slice(0, 2))))
    expect((await me('GET /user-study/plan', { utcOffsetMinutes: 480 })).data).toEqual(
      await device.run(() => tab.account.plan(login.profile.study)),
    )
    expect((await me('GET /profile')).data.coins).toBe(170)
  })

  test('the worker sends alone, with every tab closed', async () => {
    await unlockAndDownload()
    const answers = await study(page, [3, 4])
    device.kill(page)
    const worker = device.openWorker(student.studentId)
    expect(await drain(worker)).toEqual({ status: 'empty' })
    expect(sorted(await serverStates())).toEqual(sorted(foldAll(answers)))
  })

  test('favourites go up in their turn, the last word of each pack alone', async () => {
    const enqueue = (endpoint: 'POST /card-packs/:id/favorite' | 'DELETE /card-packs/:id/favorite') =>
      device.run(() => page.account.enqueue(endpoint, { id: pack.packId }, `favorite:${pack.packId}`))
    await enqueue('POST /card-packs/:id/favorite')
    await enqueue('DELETE /card-packs/:id/favorite')
    await enqueue('POST /card-packs/:id/favorite')
    await drain()
    expect(page.network.arrived.filter(({ request }) => request.endsWith('/favorite'))).toHaveLength(1)
    expect((await student.call('GET /card-packs/:id', { id: pack.packId })).data.favorited).toBe(true)
  })
})

describe('permission to upload', () => {
  test('outlives the session: a revoked token does not hold answers back', async () => {
    await unlockAndDownload()
    const answers = await study(page, [0])
    await page.api.call('POST /auth/logout')
    await expect(page.api.call('GET /profile')).rejects.toMatchObject({ isSessionExpired: true })
    expect(await drain()).toEqual({ status: 'empty' })
    server.clock.advance(60_000)
    const again = await server.signIn(student.phone)
    expect(await serverStates(again)).toEqual(foldAll(answers))
  })

  test('ends after thirty days; a renewed ticket sends what waited', async () => {
    await unlockAndDownload()
    const answers = await study(page, [1])
    server.clock.advance((uploadTicketDays + 1) * 86_400_000)
    expect(await drain()).toEqual({ status: 'blocked' })
    expect(await status()).toEqual({ waiting: 1, setAside: 0, refused: 0 })
    await device.run(async () => page.account.keepTicket(await page.api.call('POST /auth/upload-ticket')))
    expect(await drain()).toEqual({ status: 'empty' })
    expect(await serverStates()).toEqual(foldAll(answers))
  })

  test('reads nothing: with the ticket alone every other call is refused', async () => {
    for (const key of ['GET /profile', 'GET /user-study/states', 'GET /user-study/summary'] as const) {
      expect(await student.callWithTicket(key)).toMatchObject({ status: 401 })
    }
  })

  test('for a locked pack: the answer is refused alone, kept, and goes up after the unlock when asked for', async () => {
    await study(page, [0, 5])
    expect(await drain()).toEqual({ status: 'empty' })
    expect(await status()).toEqual({ waiting: 0, setAside: 0, refused: 1 })
    await unlockAndDownload()
    expect(await device.run(() => page.account.retryAll())).toEqual({ status: 'empty' })
    expect(await status()).toEqual({ waiting: 0, setAside: 0, refused: 0 })
    expect(await serverStates()).toHaveLength(2)
  })
})

describe('several students on one device', () => {
  test('the next one reads nothing, and what waits goes up for its owner alone', async () => {
    await unlockAndDownload()
    const answers = await study(page, [0, 1])
    expect(await device.run(() => page.account.wipe())).toBe(2)
    expect(await readableRows(student)).toBe(0)

    const next = await server.signIn()
    const nextPage = await signedIn(next)
    await unlockAndDownload(nextPage)
    expect(await drain(nextPage)).toEqual({ status: 'empty' })
    expect(await serverStates(next)).toEqual([])
    expect((await device.run(() => nextPage.account.plan(next.login.profile.study))).answered).toBe(0)

    expect(await drain(device.openWorker(student.studentId))).toEqual({ status: 'empty' })
    expect(sorted(await serverStates())).toEqual(sorted(foldAll(answers)))
    expect(await readableRows(student)).toBe(0)
  })

  test('who comes back finds everything again, what waited included', async () => {
    await unlockAndDownload()
    const answers = await study(page, [0, 1])
    await device.run(() => page.account.wipe())
    page = await signedIn(student)
    await unlockAndDownload()
    expect(await status()).toEqual({ waiting: 2, setAside: 0, refused: 0 })
    await drain()
    expect(sorted(await serverStates())).toEqual(sorted(foldAll(answers)))
    expect(await databaseOf(student, (connection) => connection.count('states'))).toBe(2)
  })

  test('a sign-out that the tab did not survive is ended at the next start', async () => {
    await unlockAndDownload()
    const clear = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new Error('the tab is gone')
    })
    await expect(device.run(() => page.account.wipe())).rejects.toThrow()
    clear.mockRestore()
    expect(await readableRows(student)).toBeGreaterThan(0)
    expect(await device.run(finishWipes)).toEqual([student.studentId])
    expect(await readableRows(student)).toBe(0)
  })
})

describe('a broken device', () => {
  test('a database that does not open is set aside, and another filled from the server', async () => {
    await unlockAndDownload()
    const answers = await study(page, [0, 1])
    await drain()
    await device.run(() => page.account.close())
    const open = indexedDB.open.bind(indexedDB)
    // Each of the tries that a storage process has to start again.
    let failures = 5
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (!name.startsWith('zhika:') || failures === 0) return open(name, version)
      failures -= 1
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    await unlockAndDownload()
    expect(device.log).toContain('set aside')
    const plan = await device.run(() => page.account.plan(student.login.profile.study))
    expect(plan).toEqual((await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })).data)
    expect(plan.answered).toBe(answers.length)
  })

  test('a full disk loses no answer: it waits outside, and goes up when there is room', async () => {
    await unlockAndDownload()
    const makeRoom = fillDisk()
    const answers = await study(page, [0, 1])
    expect(device.texts.size).toBe(2)
    expect(await status()).toEqual({ waiting: 2, setAside: 0, refused: 0 })
    expect((await drain()).status).toBe('later')
    makeRoom()
    expect(await drain()).toEqual({ status: 'empty' })
    expect(device.texts.size).toBe(0)
    expect(sorted(await serverStates())).toEqual(sorted(foldAll(answers)))
  })

  test('a full disk does not keep back what is on it already', async () => {
    await unlockAndDownload()
    const onDisk = await study(page, [0])
    const makeRoom = fillDisk(['journal'])
    const outside = await study(page, [1])
    expect((await drain()).status).toBe('later')
    expect(await serverStates()).toEqual(foldAll(onDisk))
    makeRoom()
    await drain()
    expect(sorted(await serverStates())).toEqual(sorted(foldAll([...onDisk, ...outside])))
  })

  test('no database at all: answers wait outside it, nothing throws', async () => {
    await device.run(() => page.account.close())
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no storage', 'UnknownError')
    })
    await study(page, [0])
    expect(device.texts.size).toBe(1)
    expect((await drain()).status).toBe('later')
    vi.restoreAllMocks()
    expect(await drain()).toEqual({ status: 'empty' })
    expect(await serverStates()).toHaveLength(1)
  })
})
