import { answerItemOf, recordAnswer, type GivenAnswer } from './record.ts'
import { type AccountDatabase } from './database.ts'

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
  /** Moves what waits outside the database into it. Called at start and before each drain. */
  rescue: () => Promise<void>
}

export const createSafeRecorder = (
  database: AccountDatabase,
  deps: { slot: EmergencySlot; freeSpace: () => Promise<void> },
): SafeRecorder => {
  const { accountId } = database
  let inMemory: GivenAnswer[] = []

  const toSlot = (given: GivenAnswer): 'slot' | 'memory' => {
    try {
      deps.slot.write(accountId, [...deps.slot.read(accountId), given])
      return 'slot'
    } catch {
      inMemory = [...inMemory, given]
      return 'memory'
    }
  }

  return {
    record: async (given) => {
      try {
        await recordAnswer(database, given)
        return 'disk'
      } catch {
        await deps.freeSpace()
      }
      try {
        await recordAnswer(database, given)
        return 'disk'
      } catch {
        return toSlot(given)
      }
    },
    rescue: async () => {
      const waiting = [...deps.slot.read(accountId), ...inMemory]
      if (waiting.length === 0) return
      for (const given of waiting) await recordAnswer(database, given)
      deps.slot.write(accountId, [])
      inMemory = []
    },
  }
}

/** Ids of answers that wait outside the database, for the count that the page shows. */
export const waitingOutside = (slot: EmergencySlot, accountId: string): string[] =>
  slot.read(accountId).map((given) => answerItemOf(given).id)
