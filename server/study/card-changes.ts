import type { Transaction } from 'kysely'
import { apply, byAnsweredAt, fold, type ScheduledState } from '#contract/scheduling.ts'
import type { CardState, StudyAnswer } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'
import { answersOfCards } from './answers.repository.ts'
import { readStates } from './states.repository.ts'

export type CardChange = {
  cardId: string
  /** Undefined: no answer counted before. */
  before: CardState | undefined
  /** Undefined: no answer counts any more. */
  after: ScheduledState | undefined
}

/**
 * Whether the new answers may be applied on the state as it is: all of them come after what it holds. At the
 * same instant the ids decide the order, and a state does not know the id of its last answer.
 */
const comeAfter = (fresh: readonly StudyAnswer[], before: CardState | undefined): boolean =>
  before === undefined || fresh.every((answer) => answer.answeredAt > before.lastAnsweredAt)

/**
 * What the new facts make of each touched card. The usual answer goes on top of the state; a late one, or an
 * undo, folds the card's whole history again.
 * @param fresh newly stored answers that count
 * @param undoneCardIds cards of which a stored answer was taken back
 */
export const changesOf = async (
  tx: Transaction<Schema>,
  studentId: string,
  { fresh, undoneCardIds }: { fresh: readonly StudyAnswer[]; undoneCardIds: readonly string[] },
): Promise<CardChange[]> => {
  const freshByCard = new Map<string, StudyAnswer[]>(undoneCardIds.map((cardId) => [cardId, []]))
  for (const answer of fresh)
    freshByCard.set(answer.cardId, [...(freshByCard.get(answer.cardId) ?? []), answer])
  const { states } = await readStates(tx, studentId, [...freshByCard.keys()])
  const before = new Map(states.map((state) => [state.cardId, state]))

  const undone = new Set(undoneCardIds)
  const mustRefold = (cardId: string): boolean =>
    undone.has(cardId) || !comeAfter(freshByCard.get(cardId) ?? [], before.get(cardId))
  const history = await answersOfCards(tx, studentId, [...freshByCard.keys()].filter(mustRefold))

  return [...freshByCard].map(([cardId, answers]) => {
    const all = history.get(cardId)
    const after = all
      ? fold(all)
      : answers.toSorted(byAnsweredAt).reduce<ScheduledState | undefined>(apply, before.get(cardId))
    return { cardId, before: before.get(cardId), after }
  })
}
