import type { StudyAnswer, StudyUndo } from '#contract/study.ts'
import type { StudyItem } from './schema.ts'

/**
 * The second place of what is not yet sent: outside IndexedDB, one small entry per fact, so that a fact costs the
 * same however many wait. It holds ids, a rating and times: nothing that shows a reader who the student is.
 */

/** Enough to send a fact, and to show it, where the database lost it. */
export type UnsentFact = { packId: string; sessionId: string } & (
  | { answer: StudyAnswer }
  | { undo: StudyUndo; day: string }
)

/** Text by key, e.g. local storage; the worker has none. */
export type SecondPlace = {
  keys: () => string[]
  read: (key: string) => string | null
  /** @throws when it is full */
  write: (key: string, text: string) => void
  remove: (key: string) => void
}

export const noSecondPlace: SecondPlace = {
  keys: () => [],
  read: () => null,
  write: () => {},
  remove: () => {},
}

/** About 1 MB; beyond, the newest go without a second place. */
const mostFacts = 2_000

export function factId(fact: UnsentFact): string {
  return 'answer' in fact ? fact.answer.id : fact.undo.id
}

export function factOf(item: StudyItem): UnsentFact {
  const { packId, sessionId } = item
  return item.kind === 'answer'
    ? { packId, sessionId, answer: item.payload }
    : { packId, sessionId, undo: item.payload, day: item.day }
}

export type UnsentFacts = {
  /** @returns whether it is kept there now */
  keep: (fact: UnsentFact, options?: { isOnlyPlace?: boolean }) => boolean
  remove: (id: string) => void
  ids: () => string[]
  all: () => UnsentFact[]
}

export function createUnsentFacts(place: SecondPlace, accountId: string): UnsentFacts {
  const prefix = `zhika_unsent:${accountId}:`
  const ids = (): string[] =>
    place
      .keys()
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
  const parsed = <T>(text: string | null): T[] => {
    try {
      return text === null ? [] : [JSON.parse(text) as T]
    } catch {
      // Half written by a browser that died: it must not stop what can be read.
      return []
    }
  }
  const put = (fact: UnsentFact): boolean => {
    try {
      place.write(prefix + factId(fact), JSON.stringify(fact))
      return true
    } catch {
      return false
    }
  }
  let count = ids().length

  /** Where an older app kept the answers that a full disk did not take. */
  const oldKey = `zhika_emergency:${accountId}`
  const [old = []] = parsed<UnsentFact[]>(place.read(oldKey))
  if (old.filter((fact) => !put(fact)).length === 0) place.remove(oldKey)

  return {
    keep: (fact, { isOnlyPlace = false } = {}) => {
      if (count >= mostFacts && !isOnlyPlace) return false
      count += 1
      return put(fact)
    },
    remove: (id) => {
      count = Math.max(0, count - 1)
      place.remove(prefix + id)
    },
    ids,
    all: () => ids().flatMap((id) => parsed<UnsentFact>(place.read(prefix + id))),
  }
}
