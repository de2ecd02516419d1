import { projectCard, projectDay, type DayChange } from './projection.ts'
import type { AnswerItem, MetaValues, OutboxItem, UndoItem, WriteTransaction } from './database.ts'

/** Recomputes what the learner sees of the cards and days that a change touched, inside its transaction. */

export const projectionStores = ['outbox', 'journal', 'states', 'unseen', 'cards', 'days', 'meta'] as const
export type ProjectionTransaction = WriteTransaction<[...typeof projectionStores]>

/** Refused facts count for nothing; parked ones may still arrive, so they count. */
const counts = (item: OutboxItem): boolean => item.state !== 'refused'
const isAnswer = (item: OutboxItem): item is AnswerItem => item.kind === 'answer' && counts(item)
const isUndo = (item: OutboxItem): item is UndoItem => item.kind === 'undo' && counts(item)

export const reprojectCard = async (tx: ProjectionTransaction, cardId: string, packId: string): Promise<void> => {
  const states = tx.objectStore('states')
  const [row, items] = await Promise.all([
    states.get(cardId),
    tx.objectStore('outbox').index('by-card').getAll(cardId),
  ])
  const base = row?.base ?? null
  const undos = items.filter(isUndo).map((item) => item.payload)
  const journal = await Promise.all(undos.map((undo) => tx.objectStore('journal').get(undo.answerId)))
  const before = new Map(journal.filter((entry) => entry !== undefined).map((entry) => [entry.id, entry.before]))
  const state = projectCard(base, { answers: items.filter(isAnswer).map((item) => item.payload), undos }, (id) =>
    before.get(id),
  )
  if (state === undefined) {
    await states.delete(cardId)
    const card = await tx.objectStore('cards').get(cardId)
    if (card) await tx.objectStore('unseen').put({ cardId, packId: card.packId, position: card.position })
    return
  }
  await states.put({ ...state, packId, base })
  await tx.objectStore('unseen').delete(cardId)
}

const changesOfDay = async (tx: ProjectionTransaction, day: string): Promise<DayChange[]> => {
  const items = await tx.objectStore('outbox').index('by-day').getAll(day)
  const answers = items.filter(isAnswer)
  const undos = items.filter(isUndo)
  const undone = new Set(undos.map((item) => item.payload.answerId))
  const waiting = new Set(answers.map((item) => item.id))
  const journal = tx.objectStore('journal')
  const kept = answers.filter((item) => !undone.has(item.id))
  const takenBack = undos.filter((item) => !waiting.has(item.payload.answerId))
  const entryOf = (id: string) => journal.get(id)
  const added = (await Promise.all(kept.map((item) => entryOf(item.id)))).filter((entry) => entry !== undefined)
  const removed = (await Promise.all(takenBack.map((item) => entryOf(item.payload.answerId)))).filter(
    (entry) => entry !== undefined,
  )
  return [
    ...added.map((entry): DayChange => ({ answers: 1, wasNew: entry.wasNew, durationMs: entry.durationMs })),
    ...removed.map((entry): DayChange => ({ answers: -1, wasNew: entry.wasNew, durationMs: entry.durationMs })),
  ]
}

export const reprojectDay = async (tx: ProjectionTransaction, day: string): Promise<void> => {
  const days = tx.objectStore('days')
  const goal = ((await tx.objectStore('meta').get('dailyGoal')) as MetaValues['dailyGoal'] | undefined) ?? Infinity
  const base = (await days.get(day))?.base ?? null
  const changes = await changesOfDay(tx, day)
  if (base === null && changes.length === 0) await days.delete(day)
  else await days.put({ ...projectDay(day, base, changes, goal), base })
}
