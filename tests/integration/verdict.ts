import { expect } from 'vitest'
import { sql } from 'kysely'
import { coinCardsAtLeast, coinDaysAtMost, dailyGoalCoins, welcomeCoins } from '#contract/coin-rules.ts'
import { xpForDailyGoal } from '#contract/progress.ts'
import { fold } from '#contract/scheduling.ts'
import { addDays } from '#contract/study-day.ts'
import type { CardState, StudyAnswer } from '#contract/study.ts'
import { isShown } from '#src/offline/schema.ts'
import { scheduledOnly } from '#src/offline/projection.ts'
import { beginsAt } from './classroom.ts'
import { outboxOf } from './outbox-of.ts'
import type { Classroom, Seat, Student } from './school.ts'
import { dailyGoal } from './seat.ts'
import { expectWishes } from './wishes-verdict.ts'

/** What must be true when every network has healed, whatever happened before. */

type StoredAnswer = StudyAnswer & {
  packId: string
  day: string
  undone: boolean
  deviceAnsweredAt: string
  receivedAt: Date
}

const storedAnswers = async ({ server }: Classroom, studentId: string): Promise<StoredAnswer[]> => {
  const { rows } = await sql<StoredAnswer & { answeredAt: Date }>`
    select id, card_id as "cardId", pack_id as "packId", rating, answered_at as "answeredAt",
      utc_offset_minutes as "utcOffsetMinutes", duration_ms as "durationMs", mode, retention, day, undone,
      device_answered_at as "deviceAnsweredAt", received_at as "receivedAt"
    from study_answers where student_id = ${studentId} order by id`.execute(server.deps.database.db)
  return rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() }))
}

/** Every answer is on the server once, as it was given, and taken back if and only if the student did so. */
const expectExactlyOnce = (
  { answers, undone, dropped, wishes }: Student,
  stored: readonly StoredAnswer[],
): void => {
  const ids = new Set(stored.map(({ id }) => id))
  const facts = stored
    .filter(({ packId }) => !wishes.orphans.has(packId))
    .map(({ id, cardId, packId, rating, undone: isUndone, deviceAnsweredAt }) => ({
      id,
      cardId,
      packId,
      rating,
      undone: isUndone,
      deviceAnsweredAt,
    }))
  const expected = [...answers.values()]
    .filter(({ packId }) => !wishes.orphans.has(packId))
    .filter(({ answer }) => ids.has(answer.id) || !dropped.has(answer.id))
    .map(({ packId, answer: { id, cardId, rating, answeredAt } }) => ({
      id,
      cardId,
      packId,
      rating,
      undone: undone.has(id),
      deviceAnsweredAt: answeredAt,
    }))
  expect(facts).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
}

const toleranceMs = 5 * 60_000

/** As decision 31 promises: right where the device knew its clock's error, and never in the future. */
const expectTrueTimes = (
  { server }: Classroom,
  { answers }: Student,
  stored: readonly StoredAnswer[],
): void => {
  const latest = server.clock.now().getTime() + toleranceMs
  for (const { id, answeredAt } of stored) {
    const { givenAtMs, isClockKnown } = answers.get(id)!
    const atMs = Date.parse(answeredAt)
    expect(atMs).toBeLessThanOrEqual(latest)
    if (isClockKnown)
      expect(Math.abs(atMs - givenAtMs), `${id} at ${answeredAt}`).toBeLessThanOrEqual(toleranceMs)
  }
}

const byCard = <T extends { cardId: string }>(states: readonly T[]): T[] =>
  states.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1))

/** Whether one of its receptions found the day near, its goal reached and enough different cards. */
const isPaid = (day: string, ofDay: readonly StoredAnswer[]): boolean =>
  ofDay.some(({ receivedAt }) => {
    const known = ofDay.filter((answer) => answer.receivedAt <= receivedAt)
    const firstDay = addDays(receivedAt.toISOString().slice(0, 10), -coinDaysAtMost)
    const cards = new Set(known.map(({ cardId }) => cardId))
    return day >= firstDay && known.length >= dailyGoal && cards.size >= coinCardsAtLeast
  })

/** The server's states are the fold of the facts; XP, days and coins follow from the facts, too. */
const expectPureRecord = async (student: Student, stored: readonly StoredAnswer[]): Promise<CardState[]> => {
  const states = byCard((await student.call('GET /user-study/states', { cursor: 0 })).data.states)
  const folded = [...new Set(stored.map(({ cardId }) => cardId))].flatMap((cardId) => {
    const counted = stored.filter((answer) => answer.cardId === cardId && !answer.undone)
    return fold(counted) ?? []
  })
  expect(states.map(scheduledOnly)).toEqual(byCard(folded))

  const firstDay = addDays(beginsAt.slice(0, 10), -1)
  const answersOf = (day: string) => stored.filter((answer) => answer.day === day)
  const days = [...new Set(stored.map((answer) => answer.day))].filter((day) => day >= firstDay)
  const goals = days.filter((day) => answersOf(day).length >= dailyGoal)
  const paid = goals.filter((day) => isPaid(day, answersOf(day)))
  const counted = stored.filter((answer) => !answer.undone)
  const { data } = await student.call('GET /user-study/summary')
  expect(data.totals).toMatchObject({
    xp: folded.reduce((sum, state) => sum + state.xp, 0) + goals.length * xpForDailyGoal,
    answers: counted.length,
    durationMs: counted.reduce((sum, answer) => sum + answer.durationMs, 0),
    coins: welcomeCoins + paid.length * dailyGoalCoins,
  })
  expect(data.days.filter((day) => day.goalReached).map((day) => day.day)).toEqual(goals.toSorted())
  return states
}

const hasDeletedCards = ({ wishes }: Student): boolean =>
  [...wishes.values].some(
    ([topic, values]) => topic.startsWith('card:') && [...values.values()].includes(null),
  )

/** The device shows what the server says. */
const expectAgreement = async (
  { server }: Classroom,
  seat: Seat,
  states: readonly CardState[],
): Promise<void> => {
  const { student, device, page } = seat
  const database = device.database(student.studentId)
  const rows = byCard(await database.use((connection) => connection.getAll('states')))
  expect(rows.filter(isShown).map(scheduledOnly)).toEqual(states.map(scheduledOnly))
  expect(rows.map((row) => row.base)).toEqual(states)

  const { data: summary } = await student.call('GET /user-study/summary')
  const days = await database.use((connection) => connection.getAll('days'))
  // A day whose answers were all taken back may be an empty row of the server's.
  expect(days.map(({ base: _, ...day }) => day)).toEqual(summary.days)
  expect(await database.use((connection) => connection.get('meta', 'totals'))).toEqual(summary.totals)
  const journal = await database.use((connection) => connection.getAll('journal'))
  for (const { id } of journal) expect([...student.answers.keys()]).toContain(id)

  // A device goes on counting cards of private packs that were deleted, the server does not.
  if (hasDeletedCards(student)) return database.close()
  const { study_config: config } = await server.deps.database.db
    .selectFrom('students')
    .select('study_config')
    .where('id', '=', student.studentId)
    .executeTakeFirstOrThrow()
  const { data: plan } = await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })
  expect(await page.account.plan(config as never)).toEqual(plan)
  await database.close()
}

/** Nothing waits but what the server declines for good, and that says why. */
const expectNothingWaits = async (seat: Seat, { studentId, wishes }: Student): Promise<void> => {
  for (const row of await outboxOf(seat.device, studentId)) {
    const isOfOrphan = row.kind === 'call' ? wishes.orphans.size > 0 : wishes.orphans.has(row.packId)
    const isHopeless = row.kind === 'call' && wishes.hopeless.has(row.coalesceKey)
    expect({ isOfOrphan, isHopeless, row }).toMatchObject({
      row: { state: 'refused' },
      ...(!isOfOrphan && { isHopeless: true }),
    })
    if (row.kind === 'call') expect(row.refusalMessage).toEqual(expect.any(String))
  }
}

export async function expectTruth(classroom: Classroom): Promise<void> {
  expect(classroom.violations).toEqual([])
  for (const student of classroom.students) {
    const stored = await storedAnswers(classroom, student.studentId)
    expectExactlyOnce(student, stored)
    expectTrueTimes(classroom, student, stored)
    const states = await expectPureRecord(student, stored)
    await expectWishes(classroom, student)
    for (const seat of classroom.seats)
      await seat.device.run(async () => {
        await expectNothingWaits(seat, student)
        if (seat.student === student && student.wishes.orphans.size === 0)
          await expectAgreement(classroom, seat, states)
      })
  }
}
