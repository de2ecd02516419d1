import { dayOf } from '#contract/study-day.ts'
import { projectCard, projectDay, type DayChange } from './projection.ts'
import type {
  AnswerItem,
  JournalAnswer,
  MetaValues,
  OutboxItem,
  UndoItem,
  WriteTransaction,
} from './schema.ts'

/** Recomputes what the learner sees of the cards and days that a change touched, inside its transaction. */

export const projectionStores = ['outbox', 'journal', 'states', 'unseen', 'cards', 'days', 'meta'] as const
export type ProjectionTransaction = WriteTransaction<[...typeof projectionStores]>

/** Refused facts count for nothing; parked ones may still arrive, so they count. */
const counts = (item: OutboxItem): boolean => item.state !== 'refused'
const isAnswer = (item: OutboxItem): item is AnswerItem => item.kind === 'answer' && counts(item)
const isUndo = (item: OutboxItem): item is UndoItem => item.kind === 'undo' && counts(item)

export async function reprojectCard(
  tx: ProjectionTransaction,
  cardId: string,
  packId: string,
): Promise<void> {
  const states = tx.objectStore('states')
  const [row, items] = await Promise.all([
    states.get(cardId),
    tx.objectStore('outbox').index('by-card').getAll(cardId),
  ])
  const base = row?.base ?? null
  const undos = items.filter(isUndo).map((item) => item.payload)
  const entries = await Promise.all(undos.map((undo) => tx.objectStore('journal').get(undo.answerId)))
  const given = new Map(entries.filter((entry) => entry !== undefined).map((entry) => [entry.id, entry]))
  const state = projectCard(
    base,
    { answers: items.filter(isAnswer).map((item) => item.payload), undos },
    (id) => given.get(id),
  )
  if (state) {
    await states.put({ ...state, packId, base })
    await tx.objectStore('unseen').delete(cardId)
    return
  }
  if (base) await states.put({ cardId, packId, base })
  else await states.delete(cardId)
  const card = await tx.objectStore('cards').get(cardId)
  if (card) await tx.objectStore('unseen').put({ cardId, packId: card.packId, position: card.position })
}

/** The journal does not know answers from before the owner's last sign-out. */
const changeOf = (entry: JournalAnswer | undefined, item: AnswerItem | UndoItem): DayChange | [] => {
  if (item.kind === 'answer') {
    return { answers: 1, wasNew: entry?.wasNew ?? false, durationMs: item.payload.durationMs }
  }
  return entry ? { answers: -1, wasNew: entry.wasNew, durationMs: entry.durationMs } : []
}

/** Different cards of the waiting answers that the server has not counted for the day. */
const metCardsOf = async (
  tx: ProjectionTransaction,
  day: string,
  answers: readonly AnswerItem[],
): Promise<number> => {
  const waiting = new Set(answers.map((item) => item.id))
  const journal = await tx.objectStore('journal').index('by-day').getAll(day)
  const sent = new Set(journal.filter((entry) => !waiting.has(entry.id)).map((entry) => entry.cardId))
  const offsets = new Map(answers.map((item) => [item.cardId, item.payload.utcOffsetMinutes]))
  const isMet = await Promise.all(
    [...offsets].map(async ([cardId, offset]) => {
      const last = (await tx.objectStore('states').get(cardId))?.base?.lastAnsweredAt
      return sent.has(cardId) || (last !== undefined && dayOf(last, offset) === day)
    }),
  )
  return isMet.filter((met) => !met).length
}

export async function reprojectDay(tx: ProjectionTransaction, day: string): Promise<void> {
  const days = tx.objectStore('days')
  const journal = tx.objectStore('journal')
  const dailyGoal =
    ((await tx.objectStore('meta').get('dailyGoal')) as MetaValues['dailyGoal'] | undefined) ?? Infinity
  const base = (await days.get(day))?.base ?? null
  const items = await tx.objectStore('outbox').index('by-day').getAll(day)
  const answers = items.filter(isAnswer)
  const undos = items.filter(isUndo)
  const undone = new Set(undos.map((item) => item.payload.answerId))
  const waiting = new Set(answers.map((item) => item.id))
  const kept = answers.filter((item) => !undone.has(item.id))
  const takenBack = undos.filter((item) => !waiting.has(item.payload.answerId))
  const changes = await Promise.all([
    ...kept.map(async (item) => changeOf(await journal.get(item.id), item)),
    ...takenBack.map(async (item) => changeOf(await journal.get(item.payload.answerId), item)),
  ])
  if (base === null && answers.length === 0) return days.delete(day)
  const plans = answers.flatMap((item) => item.payload.planCards ?? [])
  const projected = projectDay(day, base, {
    changes: changes.flat(),
    received: answers.length - plans.length,
    metCards: await metCardsOf(tx, day, answers),
    planCards: plans.length === 0 ? undefined : Math.min(...plans),
    dailyGoal,
  })
  await days.put({ ...projected, base })
}
