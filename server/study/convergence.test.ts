import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '#contract/scheduling.ts'
import { dayOf } from '#contract/study-day.ts'
import type { StudyAnswer, StudyUndo } from '#contract/study.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'

/**
 * Whatever a network does to the uploads of several devices (splits, delays, reorders, repeats), the record
 * comes to what one upload of everything would have given.
 */

const firstDayMs = Date.parse('2026-11-17T00:00:00.000Z')
const now = '2026-11-20T08:00:00.000Z'
const runs = Number(process.env['PROPERTY_RUNS'] ?? 25)

const server = await serverOfFile({ now })
const pack = await server.insertPack({ cardCount: 6, previewCount: 6 })

/** Here since before the first answer. The clock stands still: a run that ran out of time may still be going on. */
const newStudent = async (): Promise<TestStudent> => {
  const student = await server.signIn()
  await server.deps.database.db
    .updateTable('students')
    .set({ created_at: new Date(firstDayMs) })
    .where('id', '=', student.studentId)
    .execute()
  await student.call('PUT /profile', { study: { dailyGoal: 5 } })
  return student
}

type Fact = { kind: 'answer'; answer: StudyAnswer } | { kind: 'undo'; undo: StudyUndo }

const answerArbitrary = fc
  .record({
    card: fc.nat(5),
    rating: fc.constantFrom(1, 2, 3, 4),
    // Few moments, so that equal instants and the turn of a day come often.
    sixHours: fc.nat(11),
    utcOffsetMinutes: fc.constantFrom(480, -300),
    retention: fc.constantFrom(0.9, 0.85),
    undone: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
  })
  .map(({ card, sixHours, undone, ...rest }) => ({
    card,
    undone,
    rest,
    answeredAtMs: firstDayMs + sixHours * 21_600_000,
  }))

/** Answers, and enough draws to carry each fact that they make (two at most) in one upload or more. */
const historyArbitrary = fc.array(answerArbitrary, { minLength: 6, maxLength: 30 }).chain((answers) =>
  fc.record({
    answers: fc.constant(answers),
    uploads: fc.array(fc.tuple(fc.nat(1_000_000), fc.nat(2)), {
      minLength: answers.length * 3,
      maxLength: answers.length * 3,
    }),
  }),
)

const factsOf = (
  answers: readonly { card: number; undone: boolean; rest: object; answeredAtMs: number }[],
): Fact[] =>
  answers.flatMap(({ card, undone, rest, answeredAtMs }): Fact[] => {
    const answer = makeAnswer({
      ...rest,
      cardId: pack.cardIds[card]!,
      answeredAt: new Date(answeredAtMs).toISOString(),
    })
    return undone
      ? [
          { kind: 'answer', answer },
          { kind: 'undo', undo: makeUndo(answer) },
        ]
      : [{ kind: 'answer', answer }]
  })

const send = async (student: TestStudent, facts: readonly Fact[]): Promise<void> => {
  const { code } = await upload(student.call, {
    packId: pack.packId,
    sentAt: now,
    answers: facts.flatMap((fact) => (fact.kind === 'answer' ? [fact.answer] : [])),
    undos: facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.undo] : [])),
  })
  expect(code).toBe(2000)
}

const recordOf = async (student: TestStudent) => {
  const [states, summary] = await Promise.all([
    student.call('GET /user-study/states'),
    student.call('GET /user-study/summary'),
  ])
  const withoutVersion = states.data.states.map(({ version: _version, ...state }) => state)
  const { version: _version, ...totals } = summary.data.totals
  return {
    states: withoutVersion.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1)),
    days: summary.data.days,
    totals,
  }
}

/** Goals of near days, reached with five different cards. */
const paidDays = (facts: readonly Fact[]): string[] => {
  const cards = new Map<string, Set<string>>()
  for (const fact of facts) {
    if (fact.kind === 'undo') continue
    const { answeredAt, utcOffsetMinutes, cardId } = fact.answer
    const day = dayOf(answeredAt, utcOffsetMinutes)
    cards.set(day, (cards.get(day) ?? new Set()).add(cardId))
  }
  return [...cards].filter(([, ids]) => ids.size >= 5).map(([day]) => day)
}

/** Every fact once and then some again, shuffled and cut into uploads by the drawn numbers. */
const scattered = (facts: readonly Fact[], draws: readonly (readonly [number, number])[]): Fact[][] => {
  const order = draws.map(([key, cut], index) => ({ fact: facts[index % facts.length]!, key, cut }))
  const uploads: Fact[][] = [[]]
  for (const { fact, cut } of order.toSorted((a, b) => a.key - b.key)) {
    if (cut === 0) uploads.push([])
    uploads.at(-1)!.push(fact)
  }
  return uploads.filter((facts) => facts.length > 0)
}

describe('the record of a student', () => {
  it('comes to the same whatever the partition, order and repetition of the uploads', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async ({ answers, uploads }) => {
        const facts = factsOf(answers)
        const [whole, pieces] = [await newStudent(), await newStudent()]
        await send(whole, facts)
        for (const part of scattered(facts, uploads)) await send(pieces, part)
        const expected = await recordOf(whole)
        expect(await recordOf(pieces)).toEqual(expected)
        expect(expected.totals.xp).toBe(
          expected.states.reduce((sum, state) => sum + state.xp, 0) +
            50 * expected.days.filter((day) => day.goalReached).length,
        )
        expect(expected.totals.coins).toBe(200 + 10 * paidDays(facts).length)
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })

  it('comes to the same when several devices upload at the same moment', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async ({ answers, uploads }) => {
        const facts = factsOf(answers)
        const [whole, pieces] = [await newStudent(), await newStudent()]
        await send(whole, facts)
        await Promise.all(scattered(facts, uploads).map((part) => send(pieces, part)))
        expect(await recordOf(pieces)).toEqual(await recordOf(whole))
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })

  it('is what the page computes from the same answers', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async ({ answers, uploads }) => {
        const facts = factsOf(answers)
        const student = await newStudent()
        for (const part of scattered(facts, uploads)) await send(student, part)
        const undone = new Set(facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.undo.answerId] : [])))
        const given = facts.flatMap((fact) => (fact.kind === 'answer' ? [fact.answer] : []))
        const { states, totals } = await recordOf(student)
        for (const cardId of pack.cardIds) {
          const expected = fold(
            given.filter((answer) => answer.cardId === cardId),
            undone,
          )
          expect(states.find((state) => state.cardId === cardId)).toEqual(
            expected && { ...expected, packId: pack.packId },
          )
        }
        expect(totals.answers).toBe(given.filter((answer) => !undone.has(answer.id)).length)
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })
})
