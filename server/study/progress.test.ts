import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#contract/study-day.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent

const server = await serverOfFile({ now })
const pack = await server.insertPack({ cardCount: 20, previewCount: 0 })

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
  await server.unlock(student.studentId, pack.packId)
})

const answersTo = (indexes: readonly number[], answeredAt = '2026-11-20T07:00:00.000Z') =>
  indexes.map((index) => makeAnswer({ cardId: pack.cardIds[index]!, answeredAt }))
const send = (answers: readonly unknown[], undos: readonly unknown[] = []) =>
  upload(student.call, { packId: pack.packId, sentAt: server.clock.now(), answers, undos })

describe('states since a cursor', () => {
  it('gives all states from the beginning, then only what changed', async () => {
    await send(answersTo([0, 1]))
    const first = await student.call('GET /user-study/states')
    expect(first.data).toMatchObject({ cursor: 1, hasMore: false, reset: [] })
    expect(first.data.states).toHaveLength(2)
    await send(answersTo([1], '2026-11-20T07:30:00.000Z'))
    const second = await student.call('GET /user-study/states', { cursor: first.data.cursor })
    expect(second.data.states.map((state) => [state.cardId, state.version, state.reps])).toEqual([
      [pack.cardIds[1], 2, 2],
    ])
    const third = await student.call('GET /user-study/states', { cursor: second.data.cursor })
    expect(third.data).toEqual({ states: [], reset: [], cursor: 2, hasMore: false })
  })

  it('never ends a page inside a batch, and never skips one', async () => {
    await send(answersTo([0, 1, 2]))
    await send(answersTo([3]))
    await send(answersTo([4, 5, 6, 7]))
    const pages: string[][] = []
    for (let cursor = 0, hasMore = true; hasMore;) {
      const { data } = await student.call('GET /user-study/states', { cursor, limit: 2 })
      pages.push(data.states.map((state) => state.cardId))
      ;({ cursor, hasMore } = data)
    }
    expect(pages.map((page) => page.length)).toEqual([3, 5])
    expect(pages.flat().toSorted()).toEqual(pack.cardIds.slice(0, 8).toSorted())
  })

  it('says that there is more when the page ends exactly with a batch', async () => {
    await send(answersTo([0, 1]))
    await send(answersTo([2]))
    const page = await student.call('GET /user-study/states', { limit: 2 })
    expect(page.data).toMatchObject({ cursor: 1, hasMore: true })
  })

  it("shows nothing of another student's record", async () => {
    await send(answersTo([0]))
    const other = await server.signIn()
    expect((await other.call('GET /user-study/states')).data).toEqual({
      states: [],
      reset: [],
      cursor: 0,
      hasMore: false,
    })
    expect((await other.call('GET /user-study/summary')).data.totals.answers).toBe(0)
  })

  it.each([
    [{ cursor: -1 }, '起点'],
    [{ limit: 0 }, '每页数量'],
    [{ limit: 5000 }, '每页数量'],
    [{ cursor: '1; drop table students' as unknown as number }, '起点'],
  ])('refuses %j', async (query, field) => {
    const reply = await student.call('GET /user-study/states', query)
    expect(reply).toMatchObject({ status: 422, message: `提交的内容有误：${field}` })
  })
})

describe('the summary', () => {
  it('gives totals and the days after one', async () => {
    await send([
      ...answersTo([0], '2026-11-17T07:00:00.000Z'),
      ...answersTo([1, 2], '2026-11-19T07:00:00.000Z'),
    ])
    const all = await student.call('GET /user-study/summary')
    expect(all.data).toEqual({
      days: [
        { day: '2026-11-17', answers: 1, newCards: 1, durationMs: 4000, goalReached: false, cards: 1 },
        { day: '2026-11-19', answers: 2, newCards: 2, durationMs: 8000, goalReached: false, cards: 2 },
      ],
      totals: { version: 1, xp: 30, answers: 3, durationMs: 12000, coins: 200 },
    })
    const since = await student.call('GET /user-study/summary', { since: '2026-11-17' })
    expect(since.data.days.map(({ day }) => day)).toEqual(['2026-11-19'])
  })

  it('reaches back 400 days, however early a day is asked for', async () => {
    const { db } = server.deps.database
    const days = Array.from({ length: 401 }, (_, index) => addDays('2026-11-20', -index)).toReversed()
    const counts = { answers: 1, new_cards: 0, duration_ms: 0, received: 1, reviews: 0, recalled: 0 }
    await db
      .insertInto('study_days')
      .values(days.map((day) => ({ student_id: student.studentId, day, ...counts, goal_reached_at: null })))
      .execute()
    const daysOf = async (input: { since?: string }) =>
      (await student.call('GET /user-study/summary', input)).data.days.map(({ day }) => day)
    const [, ...last] = days
    for (const input of [{}, { since: '1000-01-01' }, { since: days[0]! }])
      expect(await daysOf(input)).toEqual(last)
    expect(await daysOf({ since: last[0]! })).toEqual(last.slice(1))
  })

  it.each(['2026-02-30', '2026-99-99', 'yesterday', "'; --"])('refuses %s as a day', async (since) => {
    expect(await student.call('GET /user-study/summary', { since })).toMatchObject({
      status: 422,
      message: '提交的内容有误：起始日期',
    })
  })
})

describe("today's plan", () => {
  const plan = async () => (await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })).data

  it('offers new cards of the unlocked packs up to the daily number', async () => {
    await server.insertPack({ cardCount: 5, previewCount: 5 })
    expect(await plan()).toEqual({
      day: '2026-11-20',
      dueCards: 0,
      newCards: 10,
      answered: 0,
      goal: 10,
      planCards: 10,
      goalReached: false,
      estimatedMinutes: 2,
      streakDays: 0,
      xp: 0,
    })
  })

  it('counts what was met today against the new cards, and what comes back today as due', async () => {
    await send(answersTo([0, 1, 2]))
    expect(await plan()).toMatchObject({ dueCards: 3, newCards: 7, answered: 3, streakDays: 1, xp: 30 })
  })

  it('counts a card due before the end of the study day, and not the one due after it', async () => {
    await send(answersTo([0], '2026-11-20T07:00:00.000Z').map((answer) => ({ ...answer, rating: 4 })))
    expect(await plan()).toMatchObject({ dueCards: 0 })
    server.clock.set('2026-12-20T08:00:00.000Z')
    expect(await plan()).toMatchObject({
      day: '2026-12-20',
      dueCards: 1,
      newCards: 10,
      answered: 0,
      streakDays: 0,
    })
  })

  it('leaves out cards that left their pack and cards of locked packs', async () => {
    const other = await server.insertPack({ cardCount: 1, previewCount: 1 })
    await upload(student.call, {
      packId: other.packId,
      sentAt: now,
      answers: [makeAnswer({ cardId: other.cardIds[0]!, answeredAt: '2026-11-20T07:00:00.000Z' })],
    })
    expect(await plan()).toMatchObject({ dueCards: 0, answered: 1, newCards: 9 })
    const answers = answersTo([0])
    await send(answers)
    const { db } = server.deps.database
    await db.updateTable('cards').set({ removed_at: now }).where('id', '=', pack.cardIds[0]!).execute()
    expect(await plan()).toMatchObject({ dueCards: 0 })
    await db.updateTable('cards').set({ removed_at: null }).where('id', '=', pack.cardIds[0]!).execute()
  })

  it('offers as new what is left of a pack, seen or not before it was removed', async () => {
    await student.call('PUT /profile', { study: { newCardsPerDay: 200 } })
    await send(answersTo([0, 1]))
    const { db } = server.deps.database
    const remove = async (removed: readonly number[]): Promise<void> => {
      const isRemoved = removed.map((index) => pack.cardIds[index]!)
      await db.updateTable('cards').set({ removed_at: null }).where('pack_id', '=', pack.packId).execute()
      if (isRemoved.length > 0)
        await db.updateTable('cards').set({ removed_at: now }).where('id', 'in', isRemoved).execute()
      await db
        .updateTable('card_packs')
        .set({ card_count: 20 - removed.length })
        .where('id', '=', pack.packId)
        .execute()
    }
    expect(await plan()).toMatchObject({ newCards: 18 })
    await remove([0])
    expect(await plan()).toMatchObject({ newCards: 18 })
    await remove([0, 2])
    expect(await plan()).toMatchObject({ newCards: 17 })
    await remove([])
    expect(await plan()).toMatchObject({ newCards: 18 })
  })

  it('counts seen cards also for who was recorded by a process that does not', async () => {
    await student.call('PUT /profile', { study: { newCardsPerDay: 200 } })
    await send(answersTo([0, 1]))
    const { db } = server.deps.database
    const { studentId } = student
    await db.deleteFrom('study_packs').where('student_id', '=', studentId).execute()
    await db
      .updateTable('study_totals')
      .set({ counts_version: -1 })
      .where('student_id', '=', studentId)
      .execute()
    expect(await plan()).toMatchObject({ newCards: 18 })
  })

  it('offers a card again as new whose answers were all undone', async () => {
    await student.call('PUT /profile', { study: { newCardsPerDay: 200 } })
    const [answer] = answersTo([0])
    await send([answer])
    expect(await plan()).toMatchObject({ dueCards: 1, newCards: 19 })
    await send([], [makeUndo(answer!)])
    expect(await plan()).toMatchObject({ dueCards: 0, newCards: 20, answered: 0, streakDays: 0 })
  })

  it('counts a streak over days, today still open', async () => {
    await send([...answersTo([0], '2026-11-18T07:00:00.000Z'), ...answersTo([1], '2026-11-19T07:00:00.000Z')])
    expect(await plan()).toMatchObject({ streakDays: 2, answered: 0 })
  })

  it('needs the offset from UTC', async () => {
    const reply = await student.call('GET /user-study/plan', { utcOffsetMinutes: 'NaN' as unknown as number })
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：时区' })
  })
})
