import type { Transaction } from 'kysely'
import { defaultStudyConfig } from '#contract/account.ts'
import type { Input } from '#contract/api.ts'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import { xpForDailyGoal } from '#contract/progress.ts'
import { addDays } from '#contract/study-day.ts'
import type { RecordReply } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { checkAnswers, checkUndos } from './answer-check.ts'
import {
  addToStatistics,
  findCards,
  insertAnswers,
  insertUndos,
  lockRecord,
  markUndone,
  readCoins,
  touchedBy,
  type LockedRecord,
  writeTotals,
} from './answers.repository.ts'
import { accepted, refuseClosedCards, resultsOf } from './batch.ts'
import type { CardChange } from './card-change.ts'
import { changesOf } from './card-changes.ts'
import { dayChangesOf, isShown } from './day-changes.ts'
import { addToDays, markGoals, readDays, type DayChange, type StudiedDays } from './days.repository.ts'
import { payGoalCoins } from './goal-coins.ts'
import { recount } from './recount.service.ts'
import { readStates, writeStates } from './states.repository.ts'
import { addToPacks } from './statistics.repository.ts'
import { changeRuns } from './streaks.repository.ts'
import { countsOf, type StudyCounts } from './study-counts.ts'

type Tx = Transaction<Schema>
type RecordInput = Input<'POST /user-study/record/:packId/:sessionId'>

const xpGained = (cards: readonly CardChange[]): number =>
  cards.reduce((sum, { before, after }) => sum + (after?.xp ?? 0) - (before?.xp ?? 0), 0)

const sumOf = (changes: ReadonlyMap<string, DayChange>, key: keyof DayChange): number =>
  [...changes.values()].reduce((sum, change) => sum + change[key], 0)

/**
 * Marks the days that came to the goal, which earns XP, and pays the coins that go with it. Days before the student
 * existed earn nothing.
 * @returns how many days came to it
 */
const reachGoals = async (
  deps: Deps,
  tx: Tx,
  { studentId, record, days }: { studentId: string; record: LockedRecord; days: readonly string[] },
): Promise<number> => {
  const { dailyGoal } = { ...defaultStudyConfig, ...record.studyConfig }
  // A day earlier than in UTC it may already have been where the student lives.
  const firstDay = addDays(record.studentSince.toISOString().slice(0, 10), -1)
  const reached = await markGoals(tx, { studentId, days, firstDay, dailyGoal, now: deps.clock() })
  await payGoalCoins(deps, tx, { studentId, days })
  return reached.length
}

/** Takes the batch into the statistics. */
const addToCounts = async (
  tx: Tx,
  studentId: string,
  { counts, studiedDays, goals }: { counts: StudyCounts; studiedDays: StudiedDays; goals: number },
): Promise<void> => {
  await addToPacks(tx, studentId, counts.packs)
  await changeRuns(tx, studentId, studiedDays)
  await addToStatistics(tx, studentId, {
    studiedDays: studiedDays.begun.length - studiedDays.emptied.length,
    goals,
    maturity: counts.maturity,
  })
}

/**
 * Stores a batch of answers and undos and all that follows from them, in one transaction. Facts already known
 * change nothing; `results` holds the answers first, then the undos, each in the order of the body. The reply's
 * states and days are those that the accepted facts concern, so a replay gets the same ones again.
 * @throws ExpectedError `payload_too_large`, `invalid_input`
 */
export async function recordStudy(deps: Deps, studentId: string, input: RecordInput): Promise<RecordReply> {
  if (input.answers.length + input.undos.length > maxAnswersPerRequest) return fail('payload_too_large')
  const now = deps.clock()
  const checkedAnswers = checkAnswers(input, now)
  const checkedUndos = checkUndos(input.undos)

  return deps.database.transaction(async (tx) => {
    const record = await lockRecord(tx, studentId)
    const cardIds = [...accepted(checkedAnswers), ...accepted(checkedUndos)].map((fact) => fact.cardId)
    const cards = await findCards(tx, { studentId, packId: input.packId, cardIds })
    const answers = refuseClosedCards(checkedAnswers, cards)
    const undos = refuseClosedCards(checkedUndos, cards, { takesFull: true })

    // Undos first: an answer of the same batch is then stored as undone.
    const newUndos = await insertUndos(tx, { studentId, undos: accepted(undos), now })
    const inserted = await insertAnswers(tx, {
      ...input,
      studentId,
      answers: accepted(answers),
      now,
    })
    const takenBack = accepted(undos).map((undo) => undo.answerId)
    const undone = await markUndone(tx, studentId, takenBack)

    const stored = accepted(answers).flatMap((answer) => {
      const row = inserted.get(answer.id)
      return row ? [{ ...answer, undone: row.undone }] : []
    })
    const changes = await changesOf(tx, studentId, {
      packId: input.packId,
      fresh: stored.filter((answer) => !answer.undone),
      undone,
    })
    const counts = countsOf(changes)
    const dayChanges = dayChangesOf({ stored, undone, cards: changes, counts })
    const version = record.version + (stored.length + newUndos.size > 0 ? 1 : 0)
    await writeStates(tx, { studentId, version, now, changes })
    const studiedDays = await addToDays(tx, studentId, dayChanges)
    const goals = await reachGoals(deps, tx, { studentId, record, days: [...dayChanges.keys()] })

    const totals = {
      version,
      xp: record.xp + xpGained(changes) + goals * xpForDailyGoal,
      answers: record.answers + sumOf(dayChanges, 'answers'),
      durationMs: record.durationMs + sumOf(dayChanges, 'durationMs'),
    }
    await writeTotals(tx, studentId, totals)
    // What was behind before cannot be added to.
    if (record.isCounted) await addToCounts(tx, studentId, { counts, studiedDays, goals })
    else await recount(tx, studentId)

    const touched = await touchedBy(tx, studentId, [...accepted(answers).map(({ id }) => id), ...takenBack])
    const shownDays = [...dayChanges].filter(([, change]) => isShown(change)).map(([day]) => day)
    return {
      results: resultsOf(answers, inserted).concat(resultsOf(undos, newUndos)),
      ...(await readStates(tx, studentId, touched.cardIds)),
      days: await readDays(tx, studentId, [...new Set([...touched.days, ...shownDays])]),
      totals: { ...totals, coins: await readCoins(tx, studentId) },
    }
  })
}
