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

export const answerItemOf = ({ packId, sessionId, answer }: GivenAnswer): Omit<AnswerItem, 'seq'> => ({
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
})

/**
 * Commits one answer to the device: the fact to send, the journal, the card's state and the day's
 * numbers, in one transaction that is on the disk when this resolves. Only then may the next card show.
 * Giving an answer of the same id again changes nothing. After a sign-out in another tab only the fact to
 * send is kept: nothing readable may be left.
 */
export const recordAnswer = (database: AccountDatabase, given: GivenAnswer): Promise<void> =>
  write(database, projectionStores, async (tx) => {
    const item = answerItemOf(given)
    const [known, waiting, sealed, row, dayRow, goal] = await Promise.all([
      tx.objectStore('journal').getKey(item.id),
      tx.objectStore('outbox').index('by-id').getKey(item.id),
      isSealed(tx.objectStore('meta')),
      tx.objectStore('states').get(item.cardId),
      tx.objectStore('days').get(item.day),
      tx.objectStore('meta').get('dailyGoal') as Promise<MetaValues['dailyGoal'] | undefined>,
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
        goalReached: (dayRow?.goalReached ?? false) || answers >= (goal ?? Infinity),
        base: dayRow?.base ?? null,
      }),
    ])
  })

/**
 * Takes one answer back, durably, whether it was uploaded or not: the undo is a fact of its own.
 * Taking back an unknown answer, or one twice, does nothing.
 * @returns whether something was taken back
 */
export const recordUndo = (database: AccountDatabase, undo: StudyUndo): Promise<boolean> =>
  write(database, projectionStores, async (tx) => {
    const entry = await tx.objectStore('journal').get(undo.answerId)
    if (!entry || entry.undone) return false
    const item: Omit<UndoItem, 'seq'> = {
      id: undo.id,
      kind: 'undo',
      state: 'pending',
      createdAt: undo.undoneAt,
      attempts: 0,
      packId: entry.packId,
      sessionId: entry.sessionId,
      cardId: entry.cardId,
      day: entry.day,
      payload: undo,
    }
    await tx.objectStore('outbox').add(item as OutboxItem)
    await tx.objectStore('journal').put({ ...entry, undone: true })
    await reprojectCard(tx, entry.cardId, entry.packId)
    await reprojectDay(tx, entry.day)
    return true
  })
