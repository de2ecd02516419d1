import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'

let server: TestServer
let student: TestStudent
let pack: TestPack

beforeAll(async () => {
  server = await startTestServer({ now })
  pack = await server.insertPack({ cardCount: 8, previewCount: 8 })
})
afterAll(() => server.close())

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

  it('pays nothing for days before the student existed', async () => {
    const { data } = await send(
      ['2026-11-10', '2026-11-11', '2026-11-12'].flatMap((day) => answersOn(day, 5)),
    )
    expect(data.totals).toMatchObject({ answers: 15, coins: 200 })
    expect(data.days.every(({ goalReached }) => !goalReached)).toBe(true)
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
