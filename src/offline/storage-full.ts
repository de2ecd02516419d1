import { recordAnswer, type GivenAnswer } from './record.ts'
import type { AccountDatabase } from './database.ts'

/**
 * When the disk is full, an answer still must not be lost: what can be fetched again is thrown away
 * first; then the answer waits in a small emergency slot, then in memory, until the database takes it.
 */

/** A few kilobytes outside IndexedDB, e.g. local storage; in the worker there is none. */
export type EmergencySlot = {
  read: (accountId: string) => GivenAnswer[]
  /** @throws when it is full, too */
  write: (accountId: string, answers: readonly GivenAnswer[]) => void
}

export type SafeRecorder = {
  /** @returns where the answer is now: `memory` means that closing the app would lose it */
  record: (given: GivenAnswer) => Promise<'disk' | 'slot' | 'memory'>
  /**
   * Moves what waits outside the database into it. Called at start and around each drain.
   * @throws when the database does not take it yet
   */
  rescue: () => Promise<void>
  /** How many answers wait outside the database. */
  waiting: () => number
  /** Takes back an answer that waits outside. @returns whether there was one of this id */
  withdraw: (answerId: string) => boolean
}

export const createSafeRecorder = (
  database: AccountDatabase,
  deps: { slot: EmergencySlot; freeSpace: () => Promise<void> },
): SafeRecorder => {
  const { accountId } = database
  let inMemory: GivenAnswer[] = []

  const inSlot = (): GivenAnswer[] => {
    try {
      return deps.slot.read(accountId)
    } catch {
      // Not readable any more, e.g. half written by an old browser: it must not stop what can be saved.
      return []
    }
  }
  const outside = (): GivenAnswer[] => [...inSlot(), ...inMemory]

  const toSlot = (given: GivenAnswer): 'slot' | 'memory' => {
    try {
      deps.slot.write(accountId, [...inSlot(), given])
      return 'slot'
    } catch {
      inMemory = [...inMemory, given]
      return 'memory'
    }
  }

  /** Reads the slot again: another answer may have come into it meanwhile. */
  const drop = (ids: ReadonlySet<string>): void => {
    const stays = (given: GivenAnswer): boolean => !ids.has(given.answer.id)
    inMemory = inMemory.filter(stays)
    const slot = inSlot()
    if (!slot.every(stays)) deps.slot.write(accountId, slot.filter(stays))
  }

  return {
    record: async (given) => {
      try {
        await recordAnswer(database, given)
        return 'disk'
      } catch {
        await deps.freeSpace().catch(() => undefined)
      }
      try {
        await recordAnswer(database, given)
        return 'disk'
      } catch {
        return toSlot(given)
      }
    },
    rescue: async () => {
      const rescued = new Set<string>()
      try {
        for (const given of outside()) {
          await recordAnswer(database, given)
          rescued.add(given.answer.id)
        }
      } finally {
        if (rescued.size > 0) drop(rescued)
      }
    },
    waiting: () => outside().length,
    withdraw: (answerId) => {
      const isOutside = outside().some((given) => given.answer.id === answerId)
      if (isOutside) drop(new Set([answerId]))
      return isOutside
    },
  }
}
