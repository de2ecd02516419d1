import { beforeEach, describe, expect, it } from 'vitest'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent

const server = await serverOfFile({ now })
const pack = await server.insertPack({ cardCount: 8, previewCount: 8 })

beforeEach(async () => {
  server.clock.set('2026-11-18T00:00:00.000Z')
  student = await server.signIn()
  await student.call('PUT /profile', { study: { dailyGoal: 5 } })
  server.clock.set(now)
})

const answersOn = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeAnswer({ cardId: pack.cardIds[index]!, answeredAt: `${day}T02:0${index}:00.000Z` }),
  )
const send = (answers: readonly unknown[], undos: readonly unknown[] = []) =>
  upload(student.call, { packId: pack.packId, sentAt: now, answers, undos })

const goalEntries = () =>
  server.deps.database.db
    .selectFrom('ledger_entries')
    .select(['kind', 'reference', 'amount', 'balance_after'])
    .where('student_id', '=', student.studentId)
    .where('kind', '=', 'daily_goal')
    .orderBy('reference')
    .execute()

describe('the daily goal', () => {
  it('gives 10 coins and 50 XP with the answer that reaches it', async () => {
    const answers = answersOn('2026-11-20', 5)
    const before = await send(answers.slice(0, 4))
    expect(before.data).toMatchObject({ days: [{ goalReached: false }], totals: { xp: 40, coins: 200 } })
    const after = await send(answers.slice(4))
    expect(after.data).toMatchObject({ days: [{ goalReached: true }], totals: { xp: 100, coins: 210 } })
    expect(await goalEntries()).toEqual([
      { kind: 'daily_goal', reference: '2026-11-20', amount: 10, balance_after: 210 },
    ])
  })

  it('gives them once a day, however much is answered or sent again', async () => {
    const answers = answersOn('2026-11-20', 7)
    await send(answers.slice(0, 5))
    await send(answers)
    const { data } = await send(answersOn('2026-11-20', 8))
    expect(data.totals.coins).toBe(210)
    expect(await goalEntries()).toHaveLength(1)
  })

  it('gives them for each day that an offline week brings', async () => {
    const { data } = await send([
      ...answersOn('2026-11-18', 5),
      ...answersOn('2026-11-19', 4),
      ...answersOn('2026-11-20', 6),
    ])
    expect(data.days.map(({ day, goalReached }) => [day, goalReached])).toEqual([
      ['2026-11-18', true],
      ['2026-11-19', false],
      ['2026-11-20', true],
    ])
    expect(data.totals.coins).toBe(220)
  })

  it('stays reached when an answer is undone later', async () => {
    const answers = answersOn('2026-11-20', 5)
    await send(answers)
    const { data } = await send([], [makeUndo(answers[0]!)])
    expect(data).toMatchObject({ days: [{ answers: 4, goalReached: true }], totals: { xp: 90, coins: 210 } })
  })

  it('is reached just the same when the undo comes before the answers', async () => {
    const answers = answersOn('2026-11-20', 5)
    await send([], [makeUndo(answers[0]!)])
    const { data } = await send(answers)
    expect(data).toMatchObject({ days: [{ answers: 4, goalReached: true }], totals: { xp: 90, coins: 210 } })
  })

  it('is the plan of the day where that is smaller, in whatever order its answers come', async () => {
    await student.call('PUT /profile', { study: { dailyGoal: 30 } })
    const planned = answersOn('2026-11-20', 6).map((answer) => ({ ...answer, planCards: 6 }))
    const again = { ...planned[0]!, id: crypto.randomUUID(), answeredAt: '2026-11-20T03:00:00.000Z' }
    const five = await send([again, ...planned.slice(0, 5)].toReversed())
    expect(five.data.days).toMatchObject([{ answers: 6, cards: 5, planCards: 6, goalReached: false }])
    const all = await send(planned)
    expect(all.data).toMatchObject({ days: [{ cards: 6, goalReached: true }], totals: { coins: 210 } })
    expect((await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })).data).toMatchObject({
      answered: 6,
      goal: 6,
      goalReached: true,
    })
  })

  it('counts different cards where the plan is known, and answers where an older app does not know it', async () => {
    const often = (planCards?: number) =>
      Array.from({ length: 5 }, (_, index) =>
        makeAnswer({
          cardId: pack.cardIds[0]!,
          answeredAt: `2026-11-20T02:0${index}:00.000Z`,
          ...(planCards !== undefined && { planCards }),
        }),
      )
    expect((await send(often(4))).data.days).toMatchObject([{ cards: 1, goalReached: false }])
    expect((await send(often())).data.days).toMatchObject([{ cards: 1, goalReached: true }])
  })

  it('pays nothing for days before the student existed', async () => {
    const { data } = await send(
      ['2026-11-10', '2026-11-11', '2026-11-12'].flatMap((day) => answersOn(day, 5)),
    )
    expect(data.totals).toMatchObject({ answers: 15, coins: 200 })
    expect(data.days.every(({ goalReached }) => !goalReached)).toBe(true)
  })

  const daysBack = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(now) - index * 86_400_000).toISOString().slice(0, 10),
    )
  const makeOlder = () =>
    server.deps.database.db
      .updateTable('students')
      .set({ created_at: new Date('2025-01-01T00:00:00.000Z') })
      .where('id', '=', student.studentId)
      .execute()
  const sendAll = async (answers: readonly unknown[]) => {
    for (let from = 0; from < answers.length; from += 200) await send(answers.slice(from, from + 200))
    return (await send([])).data.totals
  }

  it('pays a week without a network in full', async () => {
    await makeOlder()
    const totals = await sendAll(daysBack(8).flatMap((day) => answersOn(day, 5)))
    expect(totals.coins).toBe(200 + 8 * 10)
  })

  it('pays nothing for far days, whose XP and history count all the same', async () => {
    await makeOlder()
    const totals = await sendAll(daysBack(120).flatMap((day) => answersOn(day, 5)))
    expect(totals).toMatchObject({ answers: 600, coins: 200 + 8 * 10 })
    expect(totals.xp).toBeGreaterThan(120 * 50)
  })

  it('pays nothing for answers given without thought, or to fewer than five different cards', async () => {
    await makeOlder()
    const forged = daysBack(3).flatMap((day) =>
      answersOn(day, 5).map((answer) => ({ ...answer, durationMs: 0 })),
    )
    const oneCard = Array.from({ length: 9 }, (_, index) =>
      makeAnswer({ cardId: pack.cardIds[0]!, answeredAt: `2026-11-17T02:0${index}:00.000Z` }),
    )
    expect(await sendAll([...forged, ...oneCard])).toMatchObject({ answers: 24, coins: 200 })
    // Thought about after all: the goal was reached before, and its coins are paid now, once.
    expect((await send(answersOn('2026-11-20', 5))).data.totals.coins).toBe(210)
    expect((await send(answersOn('2026-11-20', 5))).data.totals.coins).toBe(210)
  })

  it('puts an answer after midnight into the study day before four in the morning', async () => {
    server.clock.set('2026-11-20T20:00:00.000Z')
    const lateEvening = makeAnswer({ cardId: pack.cardIds[0]!, answeredAt: '2026-11-20T15:50:00.000Z' })
    const afterMidnight = makeAnswer({ cardId: pack.cardIds[1]!, answeredAt: '2026-11-20T19:59:59.000Z' })
    const afterFour = makeAnswer({ cardId: pack.cardIds[2]!, answeredAt: '2026-11-20T20:00:00.000Z' })
    const { data } = await upload(student.call, {
      packId: pack.packId,
      sentAt: '2026-11-20T20:00:00.000Z',
      answers: [lateEvening, afterMidnight, afterFour],
    })
    expect(data.days.map(({ day, answers }) => [day, answers])).toEqual([
      ['2026-11-20', 2],
      ['2026-11-21', 1],
    ])
  })
})
