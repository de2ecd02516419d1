import { expect, test } from 'vitest'
import { newId } from '#server/lib/new-id.ts'
import { accountDatabaseName } from '#src/offline/database.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { createDevice } from './device.ts'

/** A database that never opens again, with answers in it, and a student who signs out. */

const server = await serverOfFile()

test('answers of a database that stays broken outlast the sign-out, and go up from the page of somebody else', async () => {
  const student = await server.signIn()
  const { packId, cardIds } = await server.insertPack({ cardCount: 2, previewCount: 2 })
  const device = createDevice({
    server,
    withLocks: true,
    newId: () => newId(server.clock.now().getTime()),
    retryAfterMs: [0],
  })
  await device.run(async () => {
    const { account } = device.openPage(student.studentId, student.token)
    await account.keepTicket(student.login.uploadTicket)
    const [first, second] = cardIds.map((cardId) =>
      makeAnswer({ cardId, answeredAt: server.clock.now().toISOString() }),
    )
    await account.record({ packId, sessionId: newId(1), answer: first! })
    device.breakOpening(accountDatabaseName(student.studentId), Infinity)
    expect(await account.record({ packId, sessionId: newId(1), answer: second! })).toBe('disk')
    expect(await account.wipe()).toBe(2)
    await account.close()

    const left = device.openOther(student.studentId)
    expect(await left.account.drain()).toEqual({ status: 'empty' })
    const { data } = await student.call('GET /user-study/summary', {})
    expect(data.totals.answers).toBe(2)
    expect([...device.texts.keys()]).toEqual([])
  })
})
