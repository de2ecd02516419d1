import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { streakOf } from '#contract/progress.ts'
import { fold } from '#contract/scheduling.ts'
import { addDays, dayOf } from '#contract/study-day.ts'
import type { StudyAnswer, StudyUndo } from '#contract/study.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { recount } from './recount.service.ts'

/**
 * The counts that are kept while answers come in are those that the facts come to, after every upload of any
 * order: two devices, late answers, undos before and after, repeats.
 */

const firstDayMs = Date.parse('2026-11-01T00:00:00.000Z')
const now = '2026-11-20T08:00:00.000Z'
const runs = Number(process.env['PROPERTY_RUNS'] ?? 25)

let packs: TestPack[]

const server = await serverOfFile({ now })
beforeAll(async () => {
  packs = [
    await server.insertPack({ cardCount: 2, previewCount: 2 }),
    await server.insertPack({
      cardCount: 2,
      previewCount: 2,
      knowledgePoint: { id: 'other', name: '另一个' },
    }),
  ]
})

type Upload = { packId: string; answers: StudyAnswer[]; undos: StudyUndo[] }

const answerArbitrary = fc.record({
  pack: fc.nat(1),
  card: fc.nat(1),
  // Mostly good answers, so that cards come to review and lapse from it.
  rating: fc.constantFrom(1, 2, 3, 4, 4, 4),
  day: fc.nat(14),
  hour: fc.constantFrom(0, 12, 20),
  utcOffsetMinutes: fc.constantFrom(480, -300),
  undone: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  /** Where in the order of all uploads the answer comes, its undo, and a repeat of both. */
  places: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
})

type Drawn = typeof answerArbitrary extends fc.Arbitrary<infer T> ? T : never

const uploadsOf = (drawn: readonly Drawn[]) => {
  const uploads = new Map<string, Upload>()
  const at = (place: number, packId: string): Upload => {
    const key = `${place} ${packId}`
    const upload = uploads.get(key) ?? { packId, answers: [], undos: [] }
    uploads.set(key, upload)
    return upload
  }
  const answers: StudyAnswer[] = []
  const undone = new Set<string>()
  for (const { pack, card, rating, day, hour, utcOffsetMinutes, undone: takenBack, places } of drawn) {
    const { packId, cardIds } = packs[pack]!
    const answer = makeAnswer({
      cardId: cardIds[card]!,
      rating,
      utcOffsetMinutes,
      answeredAt: new Date(firstDayMs + (day * 24 + hour) * 3_600_000).toISOString(),
    })
    answers.push(answer)
    at(places[0]!, packId).answers.push(answer)
    at(places[2]!, packId).answers.push(answer)
    if (!takenBack) continue
    undone.add(answer.id)
    const undo = makeUndo(answer)
    at(places[1]!, packId).undos.push(undo)
    at(places[2]!, packId).undos.push(undo)
  }
  const order = [...uploads].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, upload]) => upload)
  return { order, counted: answers.filter(({ id }) => !undone.has(id)) }
}

/** All that is stored for the statistics, without rows that count nothing. */
const countsOf = async ({ studentId }: TestStudent) => {
  const { db } = server.deps.database
  const [totals, days, packCounts, streaks] = await Promise.all([
    db.selectFrom('study_totals').selectAll().where('student_id', '=', studentId).executeTakeFirstOrThrow(),
    db.selectFrom('study_days').selectAll().where('student_id', '=', studentId).orderBy('day').execute(),
    db.selectFrom('study_packs').selectAll().where('student_id', '=', studentId).orderBy('pack_id').execute(),
    db
      .selectFrom('study_streaks')
      .selectAll()
      .where('student_id', '=', studentId)
      .orderBy('first_day')
      .execute(),
  ])
  return {
    totals,
    days,
    streaks,
    packs: packCounts.filter((row) => row.seen_cards !== 0),
  }
}

const recounted = async (student: TestStudent) => {
  const kept = await countsOf(student)
  expect(kept.totals.counts_version).toBe(kept.totals.version)
  await server.deps.database.transaction((tx) => recount(tx, student.studentId))
  return { kept, fresh: await countsOf(student) }
}

const send = async (student: TestStudent, facts: Upload): Promise<void> => {
  const { code } = await upload(student.call, { ...facts, sentAt: now })
  expect(code).toBe(2000)
}

/** The same in the plainest way, answer by answer, for one card after the other. */
const plainly = (answers: readonly StudyAnswer[]) => {
  const reviews = new Map<string, [answers: number, recalled: number]>()
  const maturity = { learning: 0, young: 0, mature: 0 }
  for (const cardId of new Set(answers.map((answer) => answer.cardId))) {
    const own = answers
      .filter((answer) => answer.cardId === cardId)
      .toSorted((a, b) => (a.answeredAt + a.id < b.answeredAt + b.id ? -1 : 1))
    for (const [index, answer] of own.entries()) {
      if (fold(own.slice(0, index))?.phase !== 'review') continue
      const day = dayOf(answer.answeredAt, answer.utcOffsetMinutes)
      const [count, recalled] = reviews.get(day) ?? [0, 0]
      reviews.set(day, [count + 1, recalled + Number(answer.rating > 1)])
    }
    const state = fold(own)!
    maturity[state.phase !== 'review' ? 'learning' : state.stability < 21 ? 'young' : 'mature'] += 1
  }
  const days = [...new Set(answers.map((answer) => dayOf(answer.answeredAt, answer.utcOffsetMinutes)))]
  return { reviews, maturity, days: days.toSorted() }
}

describe('the statistics', () => {
  it('are, after every upload, what a full count of the facts gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answerArbitrary, { minLength: 4, maxLength: 25 }), async (drawn) => {
        const student = await server.signIn()
        for (const part of uploadsOf(drawn).order) {
          await send(student, part)
          const { kept, fresh } = await recounted(student)
          expect(kept).toEqual(fresh)
        }
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })

  it('are the same when the uploads of two devices meet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answerArbitrary, { minLength: 4, maxLength: 25 }), async (drawn) => {
        const student = await server.signIn()
        await Promise.all(uploadsOf(drawn).order.map((part) => send(student, part)))
        const { kept, fresh } = await recounted(student)
        expect(kept).toEqual(fresh)
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })

  it('say what the answers say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answerArbitrary, { minLength: 4, maxLength: 25 }), async (drawn) => {
        const student = await server.signIn()
        const { order, counted } = uploadsOf(drawn)
        for (const part of order) await send(student, part)
        const expected = plainly(counted)
        const { data } = await student.call('GET /user-study/statistics', { utcOffsetMinutes: 480 })
        const inWeek = (weekStart: string) =>
          [...expected.reviews].filter(([day]) => day >= weekStart && day < addDays(weekStart, 7))
        for (const { weekStart, answers, recalled } of data.retention) {
          expect(answers).toBe(inWeek(weekStart).reduce((sum, [, [count]]) => sum + count, 0))
          expect(recalled).toBe(inWeek(weekStart).reduce((sum, [, [, count]]) => sum + count, 0))
        }
        expect(data.maturity).toEqual(expected.maturity)
        expect(data.studiedDays).toBe(expected.days.length)
        const streaks = expected.days.map((today) =>
          streakOf(
            expected.days.map((day) => ({ day, answers: 1 })),
            today,
          ),
        )
        expect(data.longestStreakDays).toBe(Math.max(0, ...streaks))
      }),
      { numRuns: runs, interruptAfterTimeLimit: 15_000 },
    )
  })
})
