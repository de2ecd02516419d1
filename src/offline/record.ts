import { reachesGoal } from '#contract/progress.ts'
import { apply } from '#contract/scheduling.ts'
import { dayOf } from '#contract/study-day.ts'
import type { StudyAnswer, StudyUndo } from '#contract/study.ts'
import { scheduledOnly } from './projection.ts'
import { isSealed } from './sealed.ts'
import { projectionStores, reprojectCard, reprojectDay } from './reproject.ts'
import type { AccountDatabase } from './database.ts'
import {
  isShown,
  type AnswerItem,
  type JournalAnswer,
  type MetaValues,
  type OutboxItem,
  type UndoItem,
} from './schema.ts'
import { write } from './write.ts'

/** An answer with where it was given. */
export type GivenAnswer = { packId: string; sessionId: string; answer: StudyAnswer }

const answerItemOf = ({ packId, sessionId, answer }: GivenAnswer): Omit<AnswerItem, 'seq'> => {
  return {
    id: answer.id,
    kind: 'answer',
    state: 'pending',
    createdAt: answer.answeredAt,
    attempts: 0,
    packId,
    sessionId,
    cardId: answer.cardId,
    day: dayOf(answer.answeredAt, answer.utcOffsetMinutes),
    payload: answer,
  }
}

/**
 * Commits one answer to the device: the fact to send, the journal, the card's state and the day's
 * numbers, in one transaction that is on the disk when this resolves. Only then may the next card show.
 * Giving an answer of the same id again changes nothing. After a sign-out in another tab only the fact to
 * send is kept: nothing readable may be left.
 */
export function recordAnswer(database: AccountDatabase, given: GivenAnswer): Promise<void> {
  return write(database, projectionStores, async (tx) => {
    const item = answerItemOf(given)
    const [known, waiting, sealed, row, dayRow, goal, sameCard] = await Promise.all([
      tx.objectStore('journal').getKey(item.id),
      tx.objectStore('outbox').index('by-id').getKey(item.id),
      isSealed(tx.objectStore('meta')),
      tx.objectStore('states').get(item.cardId),
      tx.objectStore('days').get(item.day),
      tx.objectStore('meta').get('dailyGoal') as Promise<MetaValues['dailyGoal'] | undefined>,
      tx.objectStore('outbox').index('by-card').getAll(item.cardId),
    ])
    if (known ?? waiting) return
    if (sealed) {
      await tx.objectStore('outbox').add(item as OutboxItem)
      return
    }
    const before = isShown(row) ? scheduledOnly(row) : null
    const entry: JournalAnswer = {
      id: item.id,
      cardId: item.cardId,
      packId: given.packId,
      sessionId: given.sessionId,
      day: item.day,
      rating: given.answer.rating,
      answeredAt: given.answer.answeredAt,
      durationMs: given.answer.durationMs,
      wasNew: before === null,
      undone: false,
      before,
    }
    const answers = (dayRow?.answers ?? 0) + 1
    const isMet =
      (before !== null && dayOf(before.lastAnsweredAt, given.answer.utcOffsetMinutes) === item.day) ||
      sameCard.some((other) => other.kind === 'answer' && other.day === item.day)
    const cards = (dayRow?.cards ?? dayRow?.answers ?? 0) + (isMet ? 0 : 1)
    const plans = [dayRow?.planCards ?? [], given.answer.planCards ?? []].flat()
    const planCards = plans.length === 0 ? undefined : Math.min(...plans)
    const goalReached = reachesGoal({
      cards,
      planCards,
      unplanned: given.answer.planCards === undefined ? answers : 0,
      dailyGoal: goal ?? Infinity,
    })
    await Promise.all([
      tx.objectStore('outbox').add(item as OutboxItem),
      tx.objectStore('journal').add(entry),
      tx.objectStore('states').put({
        ...apply(before ?? undefined, given.answer),
        packId: given.packId,
        base: row?.base ?? null,
      }),
      tx.objectStore('unseen').delete(item.cardId),
      tx.objectStore('days').put({
        day: item.day,
        answers,
        newCards: (dayRow?.newCards ?? 0) + (entry.wasNew ? 1 : 0),
        durationMs: (dayRow?.durationMs ?? 0) + entry.durationMs,
        goalReached: (dayRow?.goalReached ?? false) || goalReached,
        cards,
        ...(planCards !== undefined && { planCards }),
        base: dayRow?.base ?? null,
      }),
    ])
  })
}

const undoItemOf = (
  undo: StudyUndo,
  where: Pick<UndoItem, 'packId' | 'sessionId' | 'day'>,
): Omit<UndoItem, 'seq'> => ({
  id: undo.id,
  kind: 'undo',
  state: 'pending',
  createdAt: undo.undoneAt,
  attempts: 0,
  packId: where.packId,
  sessionId: where.sessionId,
  cardId: undo.cardId,
  day: where.day,
  payload: undo,
})

/**
 * Takes one answer back, durably, whether it was uploaded or not: the undo is a fact of its own.
 * Taking back an unknown answer, or one twice, does nothing.
 * @param keep is given the fact before it is committed
 * @returns whether something was taken back
 */
export function recordUndo(
  database: AccountDatabase,
  undo: StudyUndo,
  keep: (item: UndoItem) => void = () => {},
): Promise<boolean> {
  return write(database, projectionStores, async (tx) => {
    const entry = await tx.objectStore('journal').get(undo.answerId)
    if (!entry || entry.undone) return false
    const item = undoItemOf(undo, entry) as UndoItem
    keep(item)
    await tx.objectStore('outbox').add(item)
    await tx.objectStore('journal').put({ ...entry, undone: true })
    await reprojectCard(tx, entry.cardId, entry.packId)
    await reprojectDay(tx, entry.day)
    return true
  })
}

/** Brings back an undo that this database has lost, whether it knows the answer or not. */
export function restoreUndo(
  database: AccountDatabase,
  { undo, ...where }: { undo: StudyUndo; packId: string; sessionId: string; day: string },
): Promise<void> {
  return write(database, projectionStores, async (tx) => {
    const outbox = tx.objectStore('outbox')
    if ((await outbox.index('by-id').getKey(undo.id)) !== undefined) return
    await outbox.add(undoItemOf(undo, where) as UndoItem)
    if (await isSealed(tx.objectStore('meta'))) return
    const entry = await tx.objectStore('journal').get(undo.answerId)
    if (entry) await tx.objectStore('journal').put({ ...entry, undone: true })
    await reprojectCard(tx, undo.cardId, where.packId)
    await reprojectDay(tx, where.day)
  })
}
