import { beforeEach, describe, expect, it } from 'vitest'
import {
  forgetDeletions,
  isThere,
  rowsAbout,
  startSweeper,
  sweepDeletions,
  untilErasedMs,
} from '#tests/support/account-deletion.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { startDeletionSweep } from './deletion-sweep.ts'

const now = '2026-11-20T08:00:00.000Z'

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.set(now)
  await forgetDeletions(server)
})

describe('the sweep', () => {
  const leave = async (count: number): Promise<TestStudent[]> => {
    const students = []
    for (let each = 0; each < count; each += 1) students.push(await server.signIn())
    for (const { call } of students) {
      await call('POST /account/deletion')
      server.clock.advance(1)
    }
    server.clock.advance(untilErasedMs)
    return students
  }

  it('of several processes at once erases each account once', async () => {
    const students = await leave(6)
    const erased = await Promise.all([1, 2, 3].map(() => sweepDeletions(server)))
    expect(erased.reduce((sum, count) => sum + count)).toBe(6)
    for (const student of students) expect(await isThere(server, student)).toBe(false)
  })

  it('that dies in the middle of an account leaves it whole for the next', async () => {
    const [student] = await leave(1)
    const { database } = server.deps
    const dying = startSweeper(server, {
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx)
          throw new Error('the process is gone')
        }),
    })
    expect(await dying.sweep()).toBe(0)
    await dying.stop()
    expect(await isThere(server, student!)).toBe(true)
    expect((await rowsAbout(server, student!.studentId))['wallets.student_id']).toBe(1)
    expect(await sweepDeletions(server)).toBe(1)
  })

  it('does not let one account that cannot be erased hold up the others', async () => {
    const [stuck, other] = await leave(2)
    const { database } = server.deps
    let transactions = 0
    const failingOnce = startSweeper(server, {
      ...database,
      transaction: (work) =>
        (transactions += 1) === 1 ? Promise.reject(new Error('a broken page')) : database.transaction(work),
    })
    await failingOnce.sweep()
    await failingOnce.stop()
    expect([await isThere(server, stuck!), await isThere(server, other!)]).toEqual([true, false])
    expect(await sweepDeletions(server)).toBe(1)
  })

  it('erases what is due when it cannot take along what has expired', async () => {
    const [student] = await leave(1)
    const { database } = server.deps
    const failing = startSweeper(server, {
      ...database,
      db: database.db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'DeleteQueryNode') throw new Error('a broken page')
          return node
        },
        transformResult: async ({ result }) => result,
      }),
    })
    expect(await failing.sweep()).toBe(1)
    await failing.stop()
    expect(await isThere(server, student!)).toBe(false)
  })

  it('forgets phones that asked for codes days ago, and keeps the limits of those of today', async () => {
    const { db } = server.deps.database
    await codeFor(server, '16600000001', 'login')
    server.clock.advance(2 * 86_400_000)
    await codeFor(server, '16600000002', 'login')
    await sweepDeletions(server)
    const rows = await db
      .selectFrom('sms_codes')
      .select('phone')
      .where('phone', 'like', '1660000000%')
      .execute()
    expect(rows).toEqual([{ phone: '16600000002' }])
  })

  it('forgets sessions and tickets that have expired, also of students who never came back', async () => {
    const { db } = server.deps.database
    const student = await server.signIn()
    const left = async () => {
      const of = (table: 'sessions' | 'upload_tickets') =>
        db.selectFrom(table).select('token_hash').where('student_id', '=', student.studentId).execute()
      return [(await of('sessions')).length, (await of('upload_tickets')).length]
    }
    server.clock.advance(30 * 86_400_000 - 1)
    await sweepDeletions(server)
    expect(await left()).toEqual([1, 1])
    server.clock.advance(1)
    await sweepDeletions(server)
    expect(await left()).toEqual([1, 0])
    server.clock.advance(60 * 86_400_000)
    await sweepDeletions(server)
    expect(await left()).toEqual([0, 0])
  })

  it('runs at the start and then every hour, until it is stopped', async () => {
    const [student] = await leave(1)
    const ticks: number[] = []
    let ended = false
    const { sweep: pass, stop } = startDeletionSweep({
      ...server.deps,
      every: (milliseconds) => {
        ticks.push(milliseconds)
        return () => {
          ended = true
        }
      },
    })
    // Joins the pass that is under way.
    expect(await pass()).toBe(1)
    await stop()
    expect([ticks, ended]).toEqual([[3_600_000], true])
    expect(await isThere(server, student!)).toBe(false)
  })

  it('stops between two accounts, so that a stop of the server waits for one at most', async () => {
    const students = await leave(3)
    const { database } = server.deps
    let stopped: Promise<void> | undefined
    const { sweep: pass, stop } = startSweeper(server, {
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(work)
        stopped ??= stop()
        return result
      },
    })
    expect(await pass()).toBe(1)
    await stopped
    expect(await Promise.all(students.map((student) => isThere(server, student)))).toEqual([
      false,
      true,
      true,
    ])
  })
})
