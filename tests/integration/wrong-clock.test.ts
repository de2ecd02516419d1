import { expect, test } from 'vitest'
import { defaultStudyConfig } from '#contract/account.ts'
import { newId } from '#server/lib/new-id.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** A tablet whose clock is a year wrong, and is put right at some time: today's work is today's. */

const server = await serverOfFile()

const yearMs = 365 * 86_400_000

test.each([
  ['a year behind, put right before the upload', -yearMs, 0],
  ['a year ahead, put right before the upload', yearMs, 0],
  ['a year behind, still so at the upload', -yearMs, -yearMs],
  ['a year ahead, still so at the upload', yearMs, yearMs],
])('a clock %s', async (_, whileStudying, whileSending) => {
  const student = await server.signIn()
  const { packId, cardIds } = await server.insertPack({ cardCount: 2, previewCount: 2 })
  const device = createDevice({ server, withLocks: true, newId: () => newId(server.clock.now().getTime()) })
  const today = server.clock.now().toISOString().slice(0, 10)
  device.clockErrorMs = whileStudying

  await device.run(async () => {
    const { account } = device.openPage(student.studentId, student.token)
    await account.keepTicket(student.login.uploadTicket)
    await account.pull()
    for (const cardId of cardIds) {
      const answer = makeAnswer({ cardId, answeredAt: new Date(device.now()).toISOString() })
      await account.record({ packId, sessionId: newId(1), answer })
    }
    expect(await account.plan(defaultStudyConfig)).toMatchObject({ day: today, answered: 2, streakDays: 1 })
    await account.close()
  })

  device.clockErrorMs = whileSending
  await device.run(async () => {
    const { account } = device.openPage(student.studentId, student.token)
    expect(await account.plan(defaultStudyConfig)).toMatchObject({ day: today, answered: 2 })
    expect(await account.drain()).toEqual({ status: 'empty' })
    expect(await account.plan(defaultStudyConfig)).toMatchObject({ day: today, answered: 2, streakDays: 1 })
  })
  const { data } = await student.call('GET /user-study/summary', {})
  expect(data.days).toMatchObject([{ day: today, answers: 2 }])
})
