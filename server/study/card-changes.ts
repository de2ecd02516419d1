import { setImmediate as otherRequests } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { CardState, StudyAnswer } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'
import { answersOfCards } from './answers.repository.ts'
import type { CardChange } from './card-change.ts'
import { replay, replayBoth } from './replay.ts'
import { readStates } from './states.repository.ts'

/**
 * Whether the new answers may be applied on the state as it is: all of them come after what it holds. At the
 * same instant the ids decide the order, and a state does not know the id of its last answer.
 */
const comeAfter = (fresh: readonly StudyAnswer[], before: CardState | undefined): boolean =>
  before === undefined || fresh.every((answer) => answer.answeredAt > before.lastAnsweredAt)

const byCard = (answers: readonly StudyAnswer[]): ReadonlyMap<string, StudyAnswer[]> => {
  const groups = new Map<string, StudyAnswer[]>()
  for (const answer of answers) {
    const group = groups.get(answer.cardId)
    if (group) group.push(answer)
    else groups.set(answer.cardId, [answer])
  }
  return groups
}

type Outcome = Pick<CardChange, 'after' | 'gained' | 'lost'>

const onTop = (before: CardState | undefined, added: readonly StudyAnswer[]): Outcome => {
  const { state, reviews } = replay(before, added)
  return { after: state, gained: reviews, lost: [] }
}

/** @param all what counts now @param added those of it that are new @param undone what counted until now */
const refolded = (
  all: readonly StudyAnswer[],
  added: readonly StudyAnswer[],
  undone: readonly StudyAnswer[],
): Outcome => {
  const isNew = new Set(added.map(({ id }) => id))
  const earlier = [...all.filter(({ id }) => !isNew.has(id)), ...undone]
  const [now, until] = replayBoth([all, earlier])
  return { after: now.state, gained: now.reviews, lost: until.reviews }
}

/** About 30 ms of folding: others are answered in between. */
const answersAtOnce = 2000

/** Cards whose histories are read and folded together; a card with a longer one is alone. */
const groupsOf = (cardIds: readonly string[], lengthOf: (cardId: string) => number): string[][] => {
  const groups: string[][] = []
  let room = 0
  for (const cardId of cardIds) {
    const length = lengthOf(cardId)
    if (groups.length === 0 || length > room) {
      groups.push([])
      room = answersAtOnce
    }
    groups.at(-1)?.push(cardId)
    room -= length
  }
  return groups
}

type Facts = {
  /** That of cards without a state; an undo may concern a card of another pack. */
  packId: string
  /** Newly stored answers that count. */
  fresh: readonly StudyAnswer[]
  /** Stored answers that counted until now. */
  undone: readonly StudyAnswer[]
}

/**
 * What the new facts make of each touched card. The usual answer goes on top of the state; a late one, or an
 * undo, folds the card's whole history again, and what it was before it as well.
 */
export async function changesOf(
  tx: Transaction<Schema>,
  studentId: string,
  { packId, fresh, undone }: Facts,
): Promise<CardChange[]> {
  const freshOf = byCard(fresh)
  const undoneOf = byCard(undone)
  const cardIds = [...new Set([...undoneOf.keys(), ...freshOf.keys()])]
  const { states } = await readStates(tx, studentId, cardIds)
  const stateOf = new Map(states.map((state) => [state.cardId, state]))

  const mustRefold = (cardId: string): boolean =>
    undoneOf.has(cardId) || !comeAfter(freshOf.get(cardId) ?? [], stateOf.get(cardId))
  const changeOf = (cardId: string, history: readonly StudyAnswer[] | undefined): CardChange => {
    const before = stateOf.get(cardId)
    const card = { cardId, packId: before?.packId ?? packId, before }
    const added = freshOf.get(cardId) ?? []
    return {
      ...card,
      ...(history ? refolded(history, added, undoneOf.get(cardId) ?? []) : onTop(before, added)),
    }
  }

  const changes = cardIds.filter((cardId) => !mustRefold(cardId)).map((cardId) => changeOf(cardId, undefined))
  const lengthOf = (cardId: string): number =>
    (stateOf.get(cardId)?.reps ?? 0) + (freshOf.get(cardId)?.length ?? 0)
  for (const group of groupsOf(cardIds.filter(mustRefold), lengthOf)) {
    const history = await answersOfCards(tx, studentId, group)
    changes.push(...group.map((cardId) => changeOf(cardId, history.get(cardId))))
    await otherRequests()
  }
  return changes
}
