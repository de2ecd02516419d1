import { beforeEach, describe, expect, test } from 'vitest'
import { planOf, xpForDailyGoal, xpForFirstCorrect } from '#contract/progress.ts'
import { endOfDay } from '#contract/study-day.ts'
import {
  answerOf,
  dayOfAnswers,
  given,
  idOf,
  newDevice,
  noon,
  stateAfter,
  storeCards,
  today,
  totalsAt,
  undoOf,
} from '#tests/support/device-facts.ts'
import { storeStates, storeSummary } from './sending/acknowledge.ts'
import { writeMeta, type AccountDatabase } from './database.ts'
import { canPlan, recentDays, todayPlan } from './plan.ts'
import { recordAnswer, recordUndo } from './record.ts'
import { projectionStores } from './reproject.ts'
import { write } from './write.ts'

const config = { dailyGoal: 5, newCardsPerDay: 3 }
const time = { now: Date.parse(noon) + 60 * 60_000, utcOffsetMinutes: 480 }
const cards = [1, 2, 3, 4, 5].map((number) => idOf(1000 + number))

let database: AccountDatabase

const fromServer = (
  states: Parameters<typeof storeStates>[1]['states'],
  summary: Parameters<typeof storeSummary>[1],
) =>
  write(database, projectionStores, async (tx) => {
    await storeStates(tx, { states, reset: [], version: summary.totals.version })
    await storeSummary(tx, summary)
  })
const record = async (...numbers: number[]) => {
  for (const number of numbers) await recordAnswer(database, given(answerOf(number)))
}
const plan = () => todayPlan(database, config, time)

beforeEach(async () => {
  database = newDevice()
  await writeMeta(database, 'dailyGoal', config.dailyGoal)
})

describe("today's plan from the device alone", () => {
  test('of a device that holds nothing is empty', async () => {
    expect(await plan()).toEqual(
      planOf({
        day: today,
        dueCards: 0,
        startedCards: 0,
        unseenCards: 0,
        introducedToday: 0,
        today: undefined,
        streakDays: 0,
        xp: 0,
        pace: { answers: 0, durationMs: 0 },
        config,
      }),
    )
  })

  test('is what the contract plans from the same facts, answers that wait included', async () => {
    await storeCards(database, cards)
    const yesterday = answerOf(1, { answeredAt: '2026-11-19T04:00:00.000Z' })
    const days = [dayOfAnswers(1, { day: '2026-11-19' })]
    const totals = totalsAt(1, { xp: xpForFirstCorrect, answers: 40, durationMs: 200_000 })
    await fromServer([stateAfter([yesterday], 1)], { days, totals })
    await record(2, 3)
    const states = [stateAfter([yesterday], 1), stateAfter([answerOf(2)], 1), stateAfter([answerOf(3)], 1)]
    expect(await plan()).toEqual(
      planOf({
        day: today,
        dueCards: states.filter((state) => state.dueAt < endOfDay(today, 480)).length,
        startedCards: 2,
        unseenCards: 2,
        introducedToday: 2,
        today: dayOfAnswers(2, { cards: 2 }),
        streakDays: 2,
        xp: 3 * xpForFirstCorrect,
        pace: { answers: 40, durationMs: 200_000 },
        config,
      }),
    )
  })

  test('has no more new cards than the day allows', async () => {
    await storeCards(database, cards)
    expect((await plan()).newCards).toBe(3)
    await record(1)
    expect((await plan()).newCards).toBe(2)
    await record(2, 3, 4)
    expect((await plan()).newCards).toBe(0)
  })

  test('counts what is due before four in the morning', async () => {
    await storeCards(database, cards)
    const early = { ...stateAfter([answerOf(1)], 1), dueAt: '2026-11-20T19:59:59.999Z' }
    const late = { ...stateAfter([answerOf(2)], 1), dueAt: '2026-11-20T20:00:00.000Z' }
    await fromServer([early, late], { days: [], totals: totalsAt(1) })
    expect((await plan()).dueCards).toBe(1)
  })

  test('turns to the next study day at four in the morning, not at midnight', async () => {
    await record(1)
    const at = (instant: string) =>
      todayPlan(database, config, { now: Date.parse(instant), utcOffsetMinutes: 480 })
    expect(await at('2026-11-20T19:59:59.000Z')).toMatchObject({ day: today, answered: 1, streakDays: 1 })
    expect(await at('2026-11-20T20:00:00.000Z')).toMatchObject({
      day: '2026-11-21',
      answered: 0,
      streakDays: 1,
    })
  })
})

describe('XP from the device alone', () => {
  test('adds what waits, and the goal that it reaches', async () => {
    await fromServer([], { days: [], totals: totalsAt(1, { xp: 100 }) })
    await record(1, 2, 3, 4)
    expect(await plan()).toMatchObject({ xp: 100 + 4 * xpForFirstCorrect, goalReached: false })
    await record(5)
    expect(await plan()).toMatchObject({
      xp: 100 + 5 * xpForFirstCorrect + xpForDailyGoal,
      goalReached: true,
    })
  })

  test('takes off what an undo takes back, uploaded or not', async () => {
    await record(1)
    await recordUndo(database, undoOf(answerOf(1)))
    expect((await plan()).xp).toBe(0)
    await fromServer([stateAfter([answerOf(2)], 1)], {
      days: [],
      totals: totalsAt(1, { xp: xpForFirstCorrect }),
    })
    await database.use((connection) =>
      connection.put('journal', {
        id: idOf(2),
        cardId: idOf(1002),
        packId: idOf(9001),
        sessionId: idOf(9002),
        day: today,
        rating: 3,
        answeredAt: noon,
        durationMs: 4000,
        wasNew: true,
        undone: false,
        before: null,
      }),
    )
    await recordUndo(database, undoOf(answerOf(2), 51))
    expect((await plan()).xp).toBe(0)
  })

  test('pays no goal of the past that the server did not', async () => {
    await fromServer([], {
      days: [dayOfAnswers(50, { day: '2026-11-18' })],
      totals: totalsAt(1, { xp: 100 }),
    })
    expect((await plan()).xp).toBe(100)
  })

  test('pays a goal once that the server paid already', async () => {
    await fromServer([], { days: [dayOfAnswers(5, { goalReached: true })], totals: totalsAt(1, { xp: 100 }) })
    await record(1)
    expect((await plan()).xp).toBe(100 + xpForFirstCorrect)
  })
})

describe('planning alone', () => {
  test('begins when the record was pulled to its end once', async () => {
    expect(await canPlan(database)).toBe(false)
    await writeMeta(database, 'isSynced', true)
    expect(await canPlan(database)).toBe(true)
  })

  test('looks four hundred days back', async () => {
    const days = ['2025-10-15', '2025-10-16', '2025-10-17', today].map((day) => dayOfAnswers(1, { day }))
    await fromServer([], { days, totals: totalsAt(1) })
    expect((await recentDays(database, today)).map(({ day }) => day)).toEqual([
      '2025-10-16',
      '2025-10-17',
      today,
    ])
  })
})
