import type { RecordReply } from '#contract/study.ts'
import { isRefused, type Checked } from './answer-check.ts'

/** An answer or an undo. */
type Fact = { id: string; cardId: string }

/** The facts that may be stored, each id once: a second one in the same batch is a replay. */
export const accepted = <T extends Fact>(elements: readonly Checked<T>[]): T[] => {
  const byId = new Map<string, T>()
  for (const element of elements) {
    if (!isRefused(element) && !byId.has(element.id)) byId.set(element.id, element)
  }
  return [...byId.values()]
}

/** @param cards the cards of the pack that the facts name */
export const refuseClosedCards = <T extends Fact>(
  elements: readonly Checked<T>[],
  cards: ReadonlyMap<string, 'open' | 'locked'>,
): Checked<T>[] =>
  elements.map((element) => {
    if (isRefused(element)) return element
    const access = cards.get(element.cardId)
    if (access === 'open') return element
    return { id: element.id, reason: access === 'locked' ? 'pack_locked' : 'unknown_card' }
  })

/** One result for each element, in their order. @param stored ids that were new */
export const resultsOf = (
  elements: readonly Checked<Fact>[],
  stored: { has: (id: string) => boolean },
): RecordReply['results'] => {
  const seen = new Set<string>()
  return elements.map((element) => {
    if (isRefused(element)) return { id: element.id, status: 'refused', reason: element.reason }
    const isNew = stored.has(element.id) && !seen.has(element.id)
    seen.add(element.id)
    return { id: element.id, status: isNew ? 'stored' : 'duplicate' }
  })
}
