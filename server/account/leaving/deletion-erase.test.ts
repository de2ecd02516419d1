import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { readTables } from '#server/db/tables.ts'
import { lockPack } from '#server/packs/reviews.repository.ts'
import {
  eraseAccount,
  forgetDeletions,
  rowsAbout,
  sweepDeletions,
  untilErasedMs,
} from '#tests/support/account-deletion.ts'
import { signInFullStudent } from '#tests/support/full-student.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const now = '2026-11-20T08:00:00.000Z'

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.set(now)
  await forgetDeletions(server)
})

describe('an erased account', () => {
  it('leaves no limit that names the student', async () => {
    const { db } = server.deps.database
    const leaver = await server.signIn()
    // Of a window that no sweep of old ones clears away.
    const row = { window_start: new Date('2027-01-01T00:00:00.000Z'), count: 1 }
    const keys = [`record:${leaver.studentId}`, `review:${leaver.studentId}`]
    await db
      .insertInto('rate_limits')
      .values(keys.map((key) => ({ ...row, key })))
      .execute()
    await eraseAccount(server, leaver)
    const left = await db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', `%${leaver.studentId}%`)
      .execute()
    expect(left).toEqual([])
  })

  it('leaves no row about the student in any table, and every row of everybody else', async () => {
    const leaver = await signInFullStudent(server)
    const stayer = await signInFullStudent(server)
    const before = {
      leaver: await rowsAbout(server, leaver.studentId),
      stayer: await rowsAbout(server, stayer.studentId),
    }
    const unfilled = Object.entries(before.leaver).filter(([, count]) => count === 0)
    expect(unfilled, 'fill these tables in tests/support/full-student.ts').toEqual([])

    await leaver.call('POST /account/deletion')
    server.clock.advance(untilErasedMs)
    expect(await sweepDeletions(server)).toBe(1)

    const left = Object.entries(await rowsAbout(server, leaver.studentId)).filter(([, count]) => count > 0)
    expect(left, 'erase these in server/account/leaving/deletion-erase.repository.ts').toEqual([])
    // An authorisation that was never ended goes by itself, long before.
    const kept = { ...before.stayer, 'wechat_states.student_id': 0 }
    expect(await rowsAbout(server, stayer.studentId)).toEqual(kept)
  })

  it('takes its reviews and votes out of the sums, and votes that others gave to its reviews', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    const packSums = () =>
      db
        .selectFrom('card_packs')
        .select(['rating_sum', 'review_count', 'rating_counts'])
        .where('id', '=', leaver.pack.packId)
        .executeTakeFirstOrThrow()
    const liked = () =>
      db
        .selectFrom('pack_reviews')
        .select(['likes', 'dislikes'])
        .where('id', '=', leaver.likedReviewId)
        .executeTakeFirstOrThrow()
    expect(await packSums()).toEqual({ rating_sum: 6, review_count: 2, rating_counts: [1, 0, 0, 0, 1] })
    expect(await liked()).toEqual({ likes: 1, dislikes: 0 })
    await eraseAccount(server, leaver)
    expect(await packSums()).toEqual({ rating_sum: 5, review_count: 1, rating_counts: [0, 0, 0, 0, 1] })
    expect(await liked()).toEqual({ likes: 0, dislikes: 0 })
  })

  it('is waited for in the order in which everybody holds packs and reviews: packs first', async () => {
    const { database } = server.deps
    const leaver = await signInFullStudent(server)
    await leaver.call('POST /account/deletion')
    server.clock.advance(untilErasedMs)
    const erased = await database.transaction(async (tx) => {
      await lockPack(tx, leaver.pack.packId)
      const erasing = sweepDeletions(server)
      // The embedded engine lets no other transaction begin beside this one.
      if (database.engine === 'postgres') await expect.poll(() => countLockWaiters(database.db)).toBe(1)
      await sql`select from pack_reviews where id = ${leaver.likedReviewId} for update nowait`.execute(tx)
      return { erasing }
    })
    expect(await erased.erasing).toBe(1)
  })

  it('leaves its orders to the books, which no longer say whose they were', async () => {
    const leaver = await signInFullStudent(server)
    await eraseAccount(server, leaver)
    const order = await server.deps.database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', leaver.orderId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ student_id: null, pay: null, price_cents: 600, status: 'paid' })
  })

  it('takes private packs along, chapters and cards and all', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    await eraseAccount(server, leaver)
    for (const table of ['cards', 'chapters'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('pack_id', '=', leaver.privatePackId)
        .execute()
      expect(rows).toEqual([])
    }
  })

  it('leaves nothing that the student wrote anywhere in the database', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    await eraseAccount(server, leaver)
    server.clock.advance(2 * 86_400_000)
    await sweepDeletions(server)
    // Counters of limits go when the next window is opened.
    await codeFor(server, '15900000003', 'login')
    for (const { name } of await readTables(db)) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      const text = JSON.stringify(rows)
      for (const trace of [leaver.mark, leaver.studentId, `"${leaver.phone}"`]) {
        expect(text.includes(trace), `${trace} in ${name}`).toBe(false)
      }
    }
  })

  it('still counts among those who learnt a pack: a number names no one', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    const learners = async () =>
      (
        await db
          .selectFrom('card_packs')
          .select('learner_count')
          .where('id', '=', leaver.pack.packId)
          .executeTakeFirstOrThrow()
      ).learner_count
    const before = await learners()
    await eraseAccount(server, leaver)
    expect([before, await learners()]).toEqual([1, 1])
  })
})
