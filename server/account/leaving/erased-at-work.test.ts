import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectedFrom } from '#server/http/error-handler.ts'
import { coolingOffMs } from '#tests/support/account-deletion.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestServer } from '#tests/support/test-server.ts'
import { eraseIfDue } from './deletion-erase.repository.ts'

/** Signing in again erases an account at once, while its last requests may still be at work. */

const server = await serverOfFile()

/** Signed in, remembered by this process, and erased behind its back. */
const erased = async () => {
  const { database, clock } = server.deps
  const student = await server.signIn()
  await student.call('GET /user-study/summary')
  await upload(student.callWithTicket, { packId: randomUUID(), sentAt: clock() })
  const now = clock()
  await database.db
    .updateTable('students')
    .set({ deletion_requested_at: new Date(now.getTime() - coolingOffMs) })
    .where('id', '=', student.studentId)
    .execute()
  await database.transaction((tx) => eraseIfDue(tx, { studentId: student.studentId, now }))
  return student
}

describe('a request of an account that is erased while it runs', () => {
  it('reads that the session is over', async () => {
    const { call } = await erased()
    expect(await call('GET /user-study/summary')).toMatchObject({ status: 401, code: 4001 })
    expect(await call('GET /user-study/plan', { utcOffsetMinutes: 480 })).toMatchObject({ code: 4001 })
  })

  it('uploads nothing', async () => {
    const { callWithTicket } = await erased()
    const answers = [makeAnswer({ cardId: randomUUID(), answeredAt: server.clock.now().toISOString() })]
    const sent = await upload(callWithTicket, { packId: randomUUID(), sentAt: server.clock.now(), answers })
    expect(sent).toMatchObject({ status: 401, code: 4001 })
  })

  it('moves no coins', async () => {
    const posting = { kind: 'welcome', reference: 'again', amount: 1 } as const
    const { database, wallet } = server.deps
    const posted = database.transaction((tx) => wallet.post(tx, randomUUID(), posting))
    await expect(posted).rejects.toMatchObject({ reason: 'session_expired' })
  })

  it.each([
    [
      'a favourite',
      'session_expired',
      (db: TestServer['deps']['database']['db'], packId: string) =>
        db
          .insertInto('favorites')
          .values({ student_id: randomUUID(), pack_id: packId, created_at: new Date() }),
    ],
    [
      'another missing row',
      undefined,
      (db: TestServer['deps']['database']['db']) =>
        db
          .insertInto('chapters')
          .values({ id: randomUUID(), pack_id: randomUUID(), position: 1, title: '一' }),
    ],
  ] as const)('that writes %s ends with %s', async (_, reason, insert) => {
    const { packId } = await server.insertPack()
    const failure = await insert(server.deps.database.db, packId)
      .execute()
      .catch((error: unknown) => error)
    expect(expectedFrom(failure)?.reason).toBe(reason)
  })
})
