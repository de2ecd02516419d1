import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readTables } from '#server/db/tables.ts'
import { signInFullStudent } from '#tests/support/full-student.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { upload } from '#tests/support/study-facts.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { startDeletionSweep } from './deletion-sweep.ts'

const now = '2026-11-20T08:00:00.000Z'
const effectiveAt = '2026-11-27T08:00:00.000Z'
const weekMs = 7 * 86_400_000
const graceMs = 60_000

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(now)
  // Whoever the last test left waiting for the sweep.
  await server.deps.database.db.updateTable('students').set({ deletion_requested_at: null }).execute()
})

/** A process that sweeps only when it is told to. */
const sweeper = (database = server.deps.database) =>
  startDeletionSweep({ ...server.deps, database, every: () => () => {} })

const sweep = async (): Promise<number> => {
  const { sweep: pass, stop } = sweeper()
  const erased = await pass()
  await stop()
  return erased
}

const expired = { status: 401, code: 4001 }
const exists = async ({ studentId }: TestStudent): Promise<boolean> =>
  (await server.deps.database.db.selectFrom('students').select('id').where('id', '=', studentId).execute())
    .length === 1

/** Every column that says which student a row is about: by its name, or because it refers to `students`. */
const studentColumns = async (): Promise<readonly { table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    where c.table_schema = current_schema() and c.column_name in ('student_id', 'owner_id', 'author_id')
    union
    select k.table_name, k.column_name
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k
      on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
    join information_schema.table_constraints p
      on p.constraint_schema = r.unique_constraint_schema and p.constraint_name = r.unique_constraint_name
    where r.constraint_schema = current_schema() and p.table_name = 'students'
    union
    select 'students', 'id'
    order by 1, 2`.execute(server.deps.database.db)
  return rows
}

/** How many rows of each table are about the student. */
const rowsAbout = async (studentId: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { table, column } of await studentColumns()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${studentId}`.execute(server.deps.database.db)
    counts[`${table}.${column}`] = rows[0]!.count
  }
  return counts
}

describe('asking for the deletion of an account', () => {
  it('says when it takes effect and changes nothing else for seven days', async () => {
    const student = await server.signIn()
    const reply = await student.call('POST /account/deletion')
    expect(reply.data.deletion).toEqual({ requestedAt: now, effectiveAt })
    expect((await student.call('GET /profile')).data).toMatchObject({ deletionAt: effectiveAt, coins: 200 })
    server.clock.advance(weekMs - 1)
    expect(await sweep()).toBe(0)
    expect((await student.call('GET /profile')).code).toBe(2000)
    expect((await student.call('PUT /profile', { name: '还在' })).code).toBe(2000)
  })

  it('again neither starts the days anew nor shortens them', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(86_400_000)
    const replies = await Promise.all([1, 2, 3].map(() => student.call('POST /account/deletion')))
    for (const { data } of replies) expect(data.deletion).toEqual({ requestedAt: now, effectiveAt })
  })

  it('can be taken back until it takes effect, from any device', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs - 1)
    const other = await server.signIn(student.phone)
    expect((await other.call('DELETE /account/deletion')).data.deletion).toBeNull()
    server.clock.advance(10 * weekMs)
    expect(await sweep()).toBe(0)
    expect(await exists(student)).toBe(true)
  })

  it('that nobody asked for is taken back without a word', async () => {
    const student = await server.signIn()
    expect((await student.call('DELETE /account/deletion')).data.deletion).toBeNull()
  })
})

describe('when the seven days are over', () => {
  it('every session and ticket ends at that moment, before any sweep, and nothing can be taken back', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs - 1)
    expect((await student.call('GET /user-study/summary')).code).toBe(2000)
    server.clock.advance(1)
    expect(await student.call('GET /user-study/summary')).toMatchObject(expired)
    expect(await student.call('DELETE /account/deletion')).toMatchObject(expired)
    const sent = await upload(student.callWithTicket, { packId: student.studentId, sentAt: server.clock.now() })
    expect(sent).toMatchObject({ status: 401, code: 4012 })
  })

  it('the sweep leaves requests that were let in before the end time to finish', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs - 1)
    expect(await sweep()).toBe(0)
    server.clock.advance(1)
    expect(await sweep()).toBe(1)
    expect(await exists(student)).toBe(false)
    expect(await student.call('GET /profile')).toMatchObject(expired)
    expect(await student.call('POST /auth/logout')).toMatchObject(expired)
  })

  it('a phone that signs in before the sweep begins a new account', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs)
    const again = await server.signIn(student.phone)
    expect(again.studentId).not.toBe(student.studentId)
    expect(again.login.profile).toMatchObject({ coins: 200, deletionAt: null })
    expect(await exists(student)).toBe(false)
    server.clock.advance(graceMs)
    expect(await sweep()).toBe(0)
    expect((await again.call('GET /profile')).code).toBe(2000)
  })

  it('a phone that signs in at the moment of the sweep begins a new account', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    const code = await codeFor(server, student.phone, 'login')
    const [login] = await Promise.all([
      server.call('POST /auth/login', { phone: student.phone, code, agreed: true }),
      sweep(),
      sweep(),
    ])
    expect(login.code).toBe(2000)
    expect(login.data.profile.id).not.toBe(student.studentId)
    expect((await server.callWith(login.data.token)('GET /profile')).code).toBe(2000)
  })

  it('the phone is free for a new account after the sweep', async () => {
    const student = await server.signIn()
    await student.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    await sweep()
    expect((await server.signIn(student.phone)).studentId).not.toBe(student.studentId)
  })
})

describe('an erased account', () => {
  it('leaves no row about the student in any table, and every row of everybody else', async () => {
    const leaver = await signInFullStudent(server)
    const stayer = await signInFullStudent(server)
    const before = { leaver: await rowsAbout(leaver.studentId), stayer: await rowsAbout(stayer.studentId) }
    const unfilled = Object.entries(before.leaver).filter(([, count]) => count === 0)
    expect(unfilled, 'fill these tables in tests/support/full-student.ts').toEqual([])

    await leaver.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    expect(await sweep()).toBe(1)

    const left = Object.entries(await rowsAbout(leaver.studentId)).filter(([, count]) => count > 0)
    expect(left, 'erase these in server/account/deletion-erase.ts').toEqual([])
    expect(await rowsAbout(stayer.studentId)).toEqual(before.stayer)
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
    await leaver.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    await sweep()
    expect(await packSums()).toEqual({ rating_sum: 5, review_count: 1, rating_counts: [0, 0, 0, 0, 1] })
    expect(await liked()).toEqual({ likes: 0, dislikes: 0 })
  })

  it('takes private packs along, chapters and cards and all', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    await leaver.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    await sweep()
    for (const table of ['cards', 'chapters'] as const) {
      const rows = await db.selectFrom(table).select('id').where('pack_id', '=', leaver.privatePackId).execute()
      expect(rows).toEqual([])
    }
  })

  it('leaves nothing that the student wrote anywhere in the database', async () => {
    const { db } = server.deps.database
    const leaver = await signInFullStudent(server)
    await leaver.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    await sweep()
    server.clock.advance(2 * 86_400_000)
    await sweep()
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

  it('still counts among those who learnt a pack: a number says nothing of whom', async () => {
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
    await leaver.call('POST /account/deletion')
    server.clock.advance(weekMs + graceMs)
    await sweep()
    expect([before, await learners()]).toEqual([1, 1])
  })
})

describe('the sweep', () => {
  const leave = async (count: number): Promise<TestStudent[]> => {
    const students = []
    for (let each = 0; each < count; each += 1) students.push(await server.signIn())
    for (const { call } of students) {
      await call('POST /account/deletion')
      server.clock.advance(1)
    }
    server.clock.advance(weekMs + graceMs)
    return students
  }

  it('of several processes at once erases each account once', async () => {
    const students = await leave(6)
    const erased = await Promise.all([sweep(), sweep(), sweep()])
    expect(erased.reduce((sum, count) => sum + count)).toBe(6)
    for (const student of students) expect(await exists(student)).toBe(false)
  })

  it('that dies in the middle of an account leaves it whole for the next', async () => {
    const [student] = await leave(1)
    const { database } = server.deps
    const dying = sweeper({
      ...database,
      transaction: (work) =>
        database.transaction(async (tx) => {
          await work(tx)
          throw new Error('the process is gone')
        }),
    })
    expect(await dying.sweep()).toBe(0)
    await dying.stop()
    expect(await exists(student!)).toBe(true)
    expect((await rowsAbout(student!.studentId))['wallets.student_id']).toBe(1)
    expect(await sweep()).toBe(1)
  })

  it('does not let one account that cannot be erased hold up the others', async () => {
    const [stuck, other] = await leave(2)
    const { database } = server.deps
    let transactions = 0
    const failingOnce = sweeper({
      ...database,
      transaction: (work) =>
        (transactions += 1) === 1 ? Promise.reject(new Error('a broken page')) : database.transaction(work),
    })
    await failingOnce.sweep()
    await failingOnce.stop()
    expect([await exists(stuck!), await exists(other!)]).toEqual([true, false])
    expect(await sweep()).toBe(1)
  })

  it('forgets phones that asked for codes days ago, and keeps the limits of those of today', async () => {
    const { db } = server.deps.database
    await codeFor(server, '16600000001', 'login')
    server.clock.advance(2 * 86_400_000)
    await codeFor(server, '16600000002', 'login')
    await sweep()
    const rows = await db
      .selectFrom('sms_codes')
      .select('phone')
      .where('phone', 'like', '1660000000%')
      .execute()
    expect(rows).toEqual([{ phone: '16600000002' }])
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
    expect(await exists(student!)).toBe(false)
  })

  it('stops between two accounts, so that a stop of the server waits for one at most', async () => {
    const students = await leave(3)
    const { database } = server.deps
    let stopped: Promise<void> | undefined
    const { sweep: pass, stop } = sweeper({
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(work)
        stopped ??= stop()
        return result
      },
    })
    expect(await pass()).toBe(1)
    await stopped
    expect(await Promise.all(students.map(exists))).toEqual([false, true, true])
  })
})
