import { beforeEach, describe, expect, test } from 'vitest'
import type { StudyAnswer } from '#contract/study.ts'
import { newId } from '#server/lib/new-id.ts'
import { isShown } from '#src/offline/schema.ts'
import { scheduledOnly } from '#src/offline/projection.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { createDevice, type Device, type Tab } from './device.ts'

/** What other devices did, on its way to this one. */

let student: TestStudent
let pack: TestPack
let device: Device
let page: Tab

const cardCount = 450

const server = await serverOfFile()
beforeEach(async () => {
  student = await server.signIn()
  pack = await server.insertPack({ cardCount })
  await server.unlock(student.studentId, pack.packId)
  device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  page = device.openPage(student.studentId, student.token)
})

/** Another device answers these cards and uploads. */
const elsewhere = async (
  cardIds: readonly string[],
  fields: Partial<StudyAnswer> = {},
): Promise<StudyAnswer[]> => {
  const answers = cardIds.map((cardId) =>
    makeAnswer({ cardId, answeredAt: server.clock.now().toISOString(), ...fields }),
  )
  for (let from = 0; from < answers.length; from += 200) {
    await upload(student.call, {
      packId: pack.packId,
      sentAt: server.clock.now(),
      answers: answers.slice(from, from + 200),
    })
  }
  return answers
}
const takeBack = (answer: StudyAnswer) =>
  upload(student.call, { packId: pack.packId, sentAt: server.clock.now(), undos: [makeUndo(answer)] })

const pull = () => device.run(() => page.account.pull())
const states = () =>
  device.run(() => device.database(student.studentId).use((connection) => connection.getAll('states')))
const serverStates = async () => (await student.call('GET /user-study/states', { cursor: 0 })).data.states
const expectSameAsServer = async () => {
  const own = (await states()).filter(isShown).map(scheduledOnly)
  const theirs = (await serverStates()).map(scheduledOnly)
  const sorted = (rows: typeof own) => rows.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1))
  expect(sorted(own)).toEqual(sorted(theirs))
}
const pagesAsked = (): string[] =>
  page.network.arrived.map(({ request }) => request).filter((request) => request.includes('/states'))

describe('pulling the record', () => {
  test('brings states, days and totals, page by page', async () => {
    await elsewhere(pack.cardIds)
    await pull()
    await expectSameAsServer()
    const { data } = await student.call('GET /user-study/summary')
    expect(await device.run(() => page.account.days('2026-11-20'))).toMatchObject(data.days)
    expect(await device.run(() => page.account.canPlan())).toBe(true)
  })

  test('asks only for what changed since', async () => {
    await elsewhere(pack.cardIds.slice(0, 3))
    await pull()
    await pull()
    await elsewhere(pack.cardIds.slice(3, 4))
    await pull()
    expect(pagesAsked().map((request) => request.split('cursor=')[1])).toEqual(['0', '1'])
    await expectSameAsServer()
  })

  test('hears of a card whose answers were all taken back', async () => {
    const [first] = await elsewhere(pack.cardIds.slice(0, 2))
    await pull()
    await takeBack(first!)
    await pull()
    expect(await states()).toHaveLength(1)
    await expectSameAsServer()
  })

  test('broken off before the end goes on where it stopped, and plans nothing alone until then', async () => {
    await elsewhere(pack.cardIds)
    page.network.meet(['none', 'offline'])
    await expect(pull()).rejects.toMatchObject({ kind: 'network' })
    expect(await device.run(() => page.account.canPlan())).toBe(false)
    await pull()
    await expectSameAsServer()
    expect(await device.run(() => page.account.canPlan())).toBe(true)
  })

  test('that comes too late leaves nothing on the device of who has signed out', async () => {
    await elsewhere(pack.cardIds.slice(0, 3))
    await device.run(() => page.account.wipe())
    await expect(pull()).rejects.toMatchObject({ name: 'SealedError' })
    expect(await states()).toEqual([])
  })

  test('leaves answers that wait on top', async () => {
    const answer = makeAnswer({
      cardId: pack.cardIds[0]!,
      answeredAt: server.clock.now().toISOString(),
      rating: 1,
    })
    await device.run(() => page.account.record({ packId: pack.packId, sessionId: newId(1), answer }))
    await elsewhere([pack.cardIds[0]!], { answeredAt: '2026-11-19T08:00:00.000Z' })
    await pull()
    const [row] = await states()
    expect(row).toMatchObject({ reps: 2, base: { reps: 1 } })
    await device.run(async () => {
      await page.account.keepTicket(student.login.uploadTicket)
      await page.account.drain()
    })
    await expectSameAsServer()
  })
})

describe('a long record', () => {
  test('comes in several pages; a break between them costs one page', async () => {
    const many = await server.insertPack({ cardCount: 1200 })
    await server.unlock(student.studentId, many.packId)
    const answers = many.cardIds.map((cardId) =>
      makeAnswer({ cardId, answeredAt: server.clock.now().toISOString() }),
    )
    for (let from = 0; from < answers.length; from += 200) {
      const part = answers.slice(from, from + 200)
      await upload(student.call, { packId: many.packId, sentAt: server.clock.now(), answers: part })
    }
    page.network.meet(['none', 'none', 'offline'])
    await expect(pull()).rejects.toMatchObject({ kind: 'network' })
    expect(await states()).toHaveLength(1000)
    await pull()
    expect(pagesAsked().map((request) => request.split('cursor=')[1])).toEqual(['0', '5'])
    expect(await states()).toHaveLength(1200)
    expect(await device.run(() => page.account.canPlan())).toBe(true)
  })
})
