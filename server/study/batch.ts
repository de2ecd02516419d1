import type { RecordReply } from '#contract/study.ts'
import { isRefused, type Checked } from './answer-check.ts'
import type { CardAccess } from './answers.repository.ts'

/** An answer or an undo. */
type Fact = { id: string; cardId: string }

/** The facts that may be stored, each id once: a second one in the same batch is a replay. */
export function accepted<T extends Fact>(elements: readonly Checked<T>[]): T[] {
  const byId = new Map<string, T>()
  for (const element of elements) {
    if (!isRefused(element) && !byId.has(element.id)) byId.set(element.id, element)
  }
  return [...byId.values()]
}

const reasons = { locked: 'pack_locked', full: 'invalid', unknown: 'unknown_card' } as const

/**
 * Refuses what concerns a card that the student may not study.
 * @param cards the cards of the pack that the facts name
 * @param options.takesFull for undos: an answer to a full card can still be taken back
 */
export function refuseClosedCards<T extends Fact>(
  elements: readonly Checked<T>[],
  cards: ReadonlyMap<string, CardAccess>,
  { takesFull = false } = {},
): Checked<T>[] {
  return elements.map((element) => {
    if (isRefused(element)) return element
    const access = cards.get(element.cardId) ?? 'unknown'
    if (access === 'open' || (access === 'full' && takesFull)) return element
    return { id: element.id, reason: reasons[access] }
  })
}

/** One result for each element, in their order. @param stored ids that were new */
export function resultsOf(
  elements: readonly Checked<Fact>[],
  stored: { has: (id: string) => boolean },
): RecordReply['results'] {
  const seen = new Set<string>()
  return elements.map((element) => {
    if (isRefused(element)) return { id: element.id, status: 'refused', reason: element.reason }
    const isNew = stored.has(element.id) && !seen.has(element.id)
    seen.add(element.id)
    return { id: element.id, status: isNew ? 'stored' : 'duplicate' }
  })
}
