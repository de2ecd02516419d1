import { beforeEach, describe, expect, it } from 'vitest'
import type { StudyAnswer } from '#contract/study.ts'
import { createPrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

// Friday, four in the afternoon in China.
const now = '2026-11-20T08:00:00.000Z'

let student: TestStudent

const server = await serverOfFile({ now })
const pack = await server.insertPack({ cardCount: 20, previewCount: 0 })

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
  await server.unlock(student.studentId, pack.packId)
})

const statistics = async (utcOffsetMinutes = 480, by = student) =>
  (await by.call('GET /user-study/statistics', { utcOffsetMinutes })).data

const send = async (
  answers: readonly StudyAnswer[],
  { undos = [], packId = pack.packId }: { undos?: readonly StudyAnswer[]; packId?: string } = {},
) => {
  const sent = await upload(student.call, {
    packId,
    sentAt: server.clock.now(),
    answers,
    undos: undos.map(makeUndo),
  })
  expect(sent.data.results.every(({ status }) => status !== 'refused')).toBe(true)
}

const answerOn = (day: string, rating: StudyAnswer['rating'] = 3, cardId = pack.cardIds[0]!) =>
  makeAnswer({ cardId, rating, answeredAt: `${day}T04:00:00.000Z` })

/** 简单 once, which brings a card into review, and then these ratings on one day each from 11-02 on. */
const reviewed = (cardId: string, ratings: readonly StudyAnswer['rating'][]) => [
  answerOn('2026-11-01', 4, cardId),
  ...ratings.map((rating, index) =>
    answerOn(`2026-11-${String(index + 2).padStart(2, '0')}`, rating, cardId),
  ),
]

const dueAt = async (index: number, instant: string): Promise<void> => {
  await server.deps.database.db
    .updateTable('card_states')
    .set({ due_at: instant })
    .where('student_id', '=', student.studentId)
    .where('card_id', '=', pack.cardIds[index]!)
    .execute()
}

describe('GET /user-study/statistics', () => {
  it('is all there for a student who never answered', async () => {
    const data = await statistics()
    expect(data).toMatchObject({
      today: '2026-11-20',
      streakDays: 0,
      longestStreakDays: 0,
      studiedDays: 0,
      weakPoints: [],
      maturity: { learning: 0, young: 0, mature: 0 },
      xp: { total: 0, fromGoals: 0, fromAnswers: 0 },
    })
    expect(data.forecast).toHaveLength(14)
    expect(data.forecast[0]).toEqual({ day: '2026-11-20', due: 0 })
    expect(data.forecast[13]).toEqual({ day: '2026-12-03', due: 0 })
    expect(data.retention).toHaveLength(12)
    expect(data.retention.at(-1)).toEqual({ weekStart: '2026-11-16', answers: 0, recalled: 0 })
  })

  it('needs a session and an offset', async () => {
    expect((await server.call('GET /user-study/statistics', { utcOffsetMinutes: 480 })).code).toBe(4001)
    const refused = await student.call('GET /user-study/statistics', { utcOffsetMinutes: 100_000 })
    expect(refused.status).toBe(422)
  })

  it('is the student’s own', async () => {
    await send([answerOn('2026-11-20')])
    expect((await statistics(480, await server.signIn())).studiedDays).toBe(0)
  })

  it('forecasts the study days of the student, what is overdue today', async () => {
    await send(pack.cardIds.slice(0, 6).map((cardId) => answerOn('2026-11-20', 3, cardId)))
    await dueAt(0, '2026-10-01T00:00:00.000Z')
    await dueAt(1, '2026-11-20T19:59:59.999Z')
    await dueAt(2, '2026-11-20T20:00:00.000Z')
    await dueAt(3, '2026-12-03T19:59:59.999Z')
    await dueAt(4, '2026-12-03T20:00:00.000Z')
    await dueAt(5, '2026-11-25T12:00:00.000Z')
    const due = async (offset?: number) =>
      Object.fromEntries((await statistics(offset)).forecast.map((entry) => [entry.day, entry.due]))
    expect(await due()).toMatchObject({ '2026-11-20': 2, '2026-11-21': 1, '2026-11-25': 1, '2026-12-03': 1 })
    // Eight hours further west the day ends eight hours later.
    expect(await due(0)).toMatchObject({ '2026-11-20': 3, '2026-11-25': 1, '2026-12-03': 2 })
  })

  it('forecasts no more than today’s plan: neither undone answers nor locked packs', async () => {
    const preview = await server.insertPack({ cardCount: 1, previewCount: 1 })
    await send([answerOn('2026-11-20', 3, preview.cardIds[0])], { packId: preview.packId })
    const answer = answerOn('2026-11-20')
    await send([answer])
    await send([], { undos: [answer] })
    const plan = await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })
    expect(plan.data.dueCards).toBe(0)
    expect((await statistics()).forecast.every(({ due }) => due === 0)).toBe(true)
  })

  it('counts true retention by week from answers to cards in review alone', async () => {
    await send([
      answerOn('2026-11-03', 1),
      answerOn('2026-11-04', 4),
      answerOn('2026-11-15', 2),
      answerOn('2026-11-16', 1),
      answerOn('2026-11-17', 3),
    ])
    // The last one came to a card that was being learnt again.
    expect((await statistics()).retention.slice(-3)).toEqual([
      { weekStart: '2026-11-02', answers: 0, recalled: 0 },
      { weekStart: '2026-11-09', answers: 1, recalled: 1 },
      { weekStart: '2026-11-16', answers: 1, recalled: 0 },
    ])
  })

  it('counts again what a late answer makes a review, and an undo no longer one', async () => {
    await send([answerOn('2026-11-12', 3)])
    const late = answerOn('2026-11-03', 4)
    const week = async () =>
      (await statistics()).retention.find(({ weekStart }) => weekStart === '2026-11-09')
    expect(await week()).toMatchObject({ answers: 0 })
    await send([late])
    expect(await week()).toMatchObject({ answers: 1, recalled: 1 })
    await send([], { undos: [late] })
    expect(await week()).toMatchObject({ answers: 0, recalled: 0 })
  })

  it('keeps the streak when a day arrives late and when an undo empties one', async () => {
    const streaks = async () => {
      const { streakDays, longestStreakDays, studiedDays } = await statistics()
      return [streakDays, longestStreakDays, studiedDays]
    }
    await send([answerOn('2026-11-16'), answerOn('2026-11-17'), answerOn('2026-11-19')])
    expect(await streaks()).toEqual([1, 2, 3])
    const late = answerOn('2026-11-18')
    await send([late])
    expect(await streaks()).toEqual([4, 4, 4])
    await send([], { undos: [late] })
    expect(await streaks()).toEqual([1, 2, 3])
    server.clock.set('2026-11-22T08:00:00.000Z')
    expect(await streaks()).toEqual([0, 2, 3])
  })

  it('separates cards in learning from young and mature ones', async () => {
    const [a = '', b = '', c = ''] = pack.cardIds
    await send([answerOn('2026-11-20', 3, a), answerOn('2026-11-20', 4, b)])
    await send([answerOn('2026-10-01', 4, c), answerOn('2026-11-01', 4, c)])
    expect((await statistics()).maturity).toEqual({ learning: 1, young: 1, mature: 1 })
  })

  it('says where the XP comes from', async () => {
    await student.call('PUT /profile', { study: { dailyGoal: 5 } })
    await send(pack.cardIds.slice(0, 5).map((cardId) => answerOn('2026-11-20', 3, cardId)))
    expect((await statistics()).xp).toEqual({ total: 100, fromGoals: 50, fromAnswers: 50 })
  })

  /** As a process leaves it that knows nothing of the counts. */
  const forgetCounts = async (): Promise<void> => {
    const { db } = server.deps.database
    const { studentId } = student
    await db.deleteFrom('study_packs').where('student_id', '=', studentId).execute()
    await db.deleteFrom('study_streaks').where('student_id', '=', studentId).execute()
    await db
      .updateTable('study_days')
      .set({ reviews: 0, recalled: 0 })
      .where('student_id', '=', studentId)
      .execute()
    await db
      .updateTable('study_totals')
      .set({ counts_version: 0, studied_days: 0, young_cards: 0, learning_cards: 0 })
      .where('student_id', '=', studentId)
      .execute()
  }

  it('counts again for a student whose answers were recorded without it', async () => {
    await send(reviewed(pack.cardIds[0]!, [3, 1]))
    const expected = await statistics()
    await forgetCounts()
    expect(await Promise.all([statistics(), statistics()])).toEqual([expected, expected])
  })

  it('counts again with the next answers, too', async () => {
    const [first, ...more] = reviewed(pack.cardIds[0]!, [3, 1])
    await send([first!])
    await forgetCounts()
    await send(more)
    const kept = await statistics()
    await forgetCounts()
    expect(kept).toEqual(await statistics())
    expect(kept.studiedDays).toBe(3)
  })
})

describe('weak knowledge points', () => {
  const points = async () =>
    (await statistics()).weakPoints.map((point) => [
      point.knowledgePoint.name,
      point.answers,
      point.recalled,
      point.lapsedCards,
    ])

  it('come with the lowest retention first, from ten answers on', async () => {
    const insert = (name: string) =>
      server.insertPack({
        cardCount: 3,
        previewCount: 3,
        knowledgePoint: { id: `point-${name.length}`, name },
      })
    const [weak, strong, rare] = [await insert('弱'), await insert('较强'), await insert('很少见')]
    const all = { weak, strong, rare }
    const study = async (name: keyof typeof all, card: number, ratings: StudyAnswer['rating'][]) =>
      send(reviewed(all[name].cardIds[card]!, ratings), { packId: all[name].packId })
    await study('strong', 0, [3, 3, 3, 3, 3, 3, 3, 3, 2, 3])
    await study('weak', 0, [3, 3, 3, 3, 3, 3, 3, 3, 1])
    await study('weak', 1, [1])
    await study('rare', 0, [1])
    expect(await points()).toEqual([
      ['弱', 10, 8, 2],
      ['较强', 10, 10, 0],
    ])
  })

  it('leave out private packs, which belong to none', async () => {
    const own = await createPrivatePack(student.call)
    await send(reviewed(own.cardIds[0]!, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]), { packId: own.packId })
    expect(await points()).toEqual([])
    expect((await statistics()).retention.reduce((sum, { answers }) => sum + answers, 0)).toBe(11)
  })
})
