import { expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** The numbers of /my-learning and /level-detail, before and after answers have gone up. */

const utcOffsetMinutes = 480

const server = await serverOfFile()

test('with answers that wait, the device shows what the server counts once it has them', async () => {
  const student = await server.signIn()
  const pack = await server.insertPack({ cardCount: 12 })
  await server.unlock(student.studentId, pack.packId)
  const device = createDevice({
    server,
    withLocks: true,
    newId: () => newId(server.clock.now().getTime()),
    utcOffsetMinutes,
  })
  const { account } = device.openPage(student.studentId, student.token)
  const asked = async () => (await student.call('GET /user-study/statistics', { utcOffsetMinutes })).data
  const answers = (cardIds: readonly string[], rating: 1 | 3 | 4) =>
    cardIds.map((cardId) => makeAnswer({ cardId, rating, answeredAt: server.clock.now().toISOString() }))

  const early = answers(pack.cardIds.slice(0, 4), 4)
  await upload(student.call, { packId: pack.packId, sentAt: server.clock.now(), answers: early })
  server.clock.advance(9 * 24 * 3_600_000)
  await device.run(async () => {
    await account.keepTicket(student.login.uploadTicket)
    await account.pull()
  })
  const snapshot = await asked()
  const before = await device.run(() => account.statistics(snapshot))
  expect(before.statistics).toEqual(snapshot)

  // Cards in review, one of them forgotten, and new ones.
  const sessionId = newId(server.clock.now().getTime())
  const late = [
    ...answers(pack.cardIds.slice(0, 1), 1),
    ...answers(pack.cardIds.slice(1, 4), 3),
    ...answers(pack.cardIds.slice(4, 8), 3),
  ]
  await device.run(async () => {
    for (const answer of late) await account.record({ packId: pack.packId, sessionId, answer })
  })
  const waiting = await device.run(() => account.statistics(snapshot))
  await device.run(() => account.drain())
  const counted = await asked()
  expect(waiting.statistics).toEqual(counted)
  expect(counted.xp.total).toBeGreaterThan(snapshot.xp.total)
  // What was acknowledged since the snapshot is the reason to ask for a new one.
  const after = await device.run(() => account.statistics(snapshot))
  expect(after.toldXp).toBe(counted.xp.total)
})
