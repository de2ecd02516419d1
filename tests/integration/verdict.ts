import { expect } from 'vitest'
import { sql } from 'kysely'
import { dailyGoalCoins, welcomeCoins } from '#contract/coin-rules.ts'
import { xpForDailyGoal } from '#contract/progress.ts'
import { fold } from '#contract/scheduling.ts'
import type { CardState, StudyAnswer } from '#contract/study.ts'
import { isShown } from '#src/offline/schema.ts'
import { scheduledOnly } from '#src/offline/projection.ts'
import type { Classroom, Seat } from './classroom.ts'

/** What must be true when every network has healed, whatever happened before. */

type StoredAnswer = StudyAnswer & { day: string; undone: boolean; deviceAnsweredAt: string }

const storedAnswers = async ({ server }: Classroom, studentId: string): Promise<StoredAnswer[]> => {
  const { rows } = await sql<StoredAnswer & { answeredAt: Date }>`
    select id, card_id as "cardId", rating, answered_at as "answeredAt", utc_offset_minutes as "utcOffsetMinutes",
      duration_ms as "durationMs", mode, retention, day, undone, device_answered_at as "deviceAnsweredAt"
    from study_answers where student_id = ${studentId} order by id`.execute(server.deps.database.db)
  return rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() }))
}

/** Every answer is on the server once, as it was given, and taken back if and only if the student did so. */
const expectExactlyOnce = (
  classroom: Classroom,
  studentId: string,
  stored: readonly StoredAnswer[],
): void => {
  const told = classroom.answers.get(studentId)!
  const facts = stored.map(({ id, cardId, rating, undone, deviceAnsweredAt }) => ({
    id,
    cardId,
    rating,
    undone,
    deviceAnsweredAt,
  }))
  const expected = told.map(({ id, cardId, rating, answeredAt }) => ({
    id,
    cardId,
    rating,
    undone: classroom.undone.has(id),
    deviceAnsweredAt: answeredAt,
  }))
  expect(facts).toEqual(expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
}

const byCard = <T extends { cardId: string }>(states: readonly T[]): T[] =>
  states.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1))

/** The server's states are the fold of the facts; XP, days and coins follow from the facts, too. */
const expectPureRecord = async (
  classroom: Classroom,
  index: 0 | 1,
  stored: readonly StoredAnswer[],
): Promise<CardState[]> => {
  const student = classroom.students[index]
  const states = byCard((await student.call('GET /user-study/states', { cursor: 0 })).data.states)
  const folded = classroom.pack.cardIds.flatMap((cardId) => {
    const counted = stored.filter((answer) => answer.cardId === cardId && !answer.undone)
    return fold(counted) ?? []
  })
  expect(states.map(scheduledOnly)).toEqual(byCard(folded))

  const days = [...new Set(stored.map((answer) => answer.day))]
  const goals = days.filter(
    (day) => stored.filter((answer) => answer.day === day).length >= classroom.dailyGoal,
  )
  const counted = stored.filter((answer) => !answer.undone)
  const { data } = await student.call('GET /user-study/summary')
  expect(data.totals).toMatchObject({
    xp: folded.reduce((sum, state) => sum + state.xp, 0) + goals.length * xpForDailyGoal,
    answers: counted.length,
    durationMs: counted.reduce((sum, answer) => sum + answer.durationMs, 0),
    coins: welcomeCoins + goals.length * dailyGoalCoins,
  })
  expect(data.days.filter((day) => day.goalReached).map((day) => day.day)).toEqual(goals.toSorted())
  return states
}

/** The device shows what the server says, and nothing waits any more. */
const expectAgreement = async (
  classroom: Classroom,
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

  const config = { ...student.login.profile.study, dailyGoal: classroom.dailyGoal }
  const { data: plan } = await student.call('GET /user-study/plan', { utcOffsetMinutes: 480 })
  expect(await page.account.plan(config)).toEqual(plan)
  await database.close()
}

const readableStores = ['journal', 'states', 'unseen', 'cards', 'packs', 'catalogues', 'days'] as const

/** Nothing waits for anybody on this device, and of who is not signed in nothing can be read. */
const expectClean = async (classroom: Classroom, seat: Seat): Promise<void> => {
  for (const { studentId } of classroom.students) {
    const database = seat.device.database(studentId)
    const own = new Set(classroom.answers.get(studentId)!.map((answer) => answer.id))
    await database.use(async (connection) => {
      expect(await connection.getAll('outbox')).toEqual([])
      for (const { id } of await connection.getAll('journal')) expect(own).toContain(id)
      if (studentId === seat.student.studentId) return
      for (const store of readableStores) expect(await connection.getAll(store)).toEqual([])
    })
    await database.close()
  }
}

export const expectTruth = async (classroom: Classroom): Promise<void> => {
  for (const index of [0, 1] as const) {
    const { studentId } = classroom.students[index]
    const stored = await storedAnswers(classroom, studentId)
    expectExactlyOnce(classroom, studentId, stored)
    const states = await expectPureRecord(classroom, index, stored)
    for (const seat of classroom.seats) {
      if (seat.student.studentId === studentId)
        await seat.device.run(() => expectAgreement(classroom, seat, states))
    }
  }
  for (const seat of classroom.seats) await seat.device.run(() => expectClean(classroom, seat))
}
