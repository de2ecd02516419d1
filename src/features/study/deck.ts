import type { Card } from '#contract/packs.ts'
import type { ScheduledState } from '#contract/scheduling.ts'

export type LoadedCard = {
  card: Card
  state: ScheduledState | undefined
  /** Short answers of other cards of the pack, for choices; empty where none are asked for. */
  otherAnswers: readonly string[]
}

/** Reads a card and its state from the device; undefined when it is not here. */
export type ReadCard = (cardId: string) => Promise<LoadedCard | undefined>

export type Deck = {
  load: (cardId: string) => Promise<LoadedCard | undefined>
  /** The state has changed: the next load gives this. */
  put: (loaded: LoadedCard) => void
}

/** More than are read ahead; an evening of 200 long cards need not stay in memory. */
const mostKept = 12

/** Cards read ahead of the one on screen. */
export function createDeck(read: ReadCard): Deck {
  const kept = new Map<string, Promise<LoadedCard | undefined>>()

  const keep = (cardId: string, loading: Promise<LoadedCard | undefined>) => {
    kept.delete(cardId)
    kept.set(cardId, loading)
    const oldest = kept.keys().next().value
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return loading
  }

  return {
    load: (cardId) => {
      const known = kept.get(cardId)
      if (known !== undefined) return keep(cardId, known)
      const loading = read(cardId)
      // A failed read must be tried again, not remembered.
      loading.catch(() => kept.delete(cardId))
      return keep(cardId, loading)
    },
    put: (loaded) => void keep(loaded.card.id, Promise.resolve(loaded)),
  }
}
