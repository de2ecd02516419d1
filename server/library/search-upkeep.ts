import { every as onTimer, type Every } from '#server/lib/every.ts'
import { takeLease, type Lease } from '#server/db/lease.ts'
import type { Deps } from '#server/deps.ts'
import { findMoves, movePack, renewLearners } from './search-tiers.repository.ts'
import { findStalePacks } from './stale-packs.repository.ts'

/**
 * Work on the entries of search that no request waits for: writing those that an older version left out, renewing
 * the learners that the order is by, and moving packs to the tier that these have earned. Of all processes one at a
 * time does it.
 */

const lease = 'search-upkeep'
const turnEveryMs = 5 * 60_000
/** A little shorter, so that the next turn of the same timer finds it free. A longer turn extends it as it goes. */
const leaseMs = turnEveryMs - 5000

/** A pack that is being indexed cannot be unlocked: few of them at a time. */
const packsAtOnce = 5
const stalePacksPerLook = 2000

type UpkeepDeps = Pick<Deps, 'database' | 'clock' | 'log'>

export type SearchUpkeep = {
  /** One turn, if no process had one lately. Resolves to whether it did; failures are logged. */
  turn: () => Promise<boolean>
  /** Ends the turns and waits for what is being written. */
  stop: () => Promise<void>
}

export function startSearchUpkeep(deps: UpkeepDeps & { every?: Every }): SearchUpkeep {
  const { database, clock, log, every = onTimer } = deps
  const stopping = new AbortController()

  const mayGoOn = async (held: Lease): Promise<boolean> =>
    !stopping.signal.aborted && (await held.extend(database.db))

  const indexAllStale = async (held: Lease): Promise<void> => {
    while (await mayGoOn(held)) {
      const packIds = await findStalePacks(database.db, { limit: stalePacksPerLook })
      if (packIds.length === 0) return
      // Not imported by a start that has nothing to write: it brings the dictionary of pinyin.
      const { indexStalePacks } = await import('./search-entries.repository.ts')
      for (let at = 0; at < packIds.length && (await mayGoOn(held)); at += packsAtOnce) {
        const some = packIds.slice(at, at + packsAtOnce)
        await database.transaction((tx) => indexStalePacks(tx, some, clock()))
      }
      if (packIds.length < stalePacksPerLook) return
    }
  }

  const movePacks = async (held: Lease): Promise<void> => {
    for (const move of await findMoves(database.db)) {
      if (!(await mayGoOn(held))) return
      await database.transaction((tx) => movePack(tx, move))
    }
  }

  const takeTurn = async (): Promise<boolean> => {
    try {
      const held = await takeLease(database.db, { name: lease, clock, forMs: leaseMs })
      if (!held) return false
      await indexAllStale(held)
      await renewLearners(database.db)
      await movePacks(held)
      return true
    } catch (error) {
      log.warn({ err: error }, 'keeping the entries of search failed')
      return false
    }
  }
  let running: Promise<boolean> | undefined
  const turn = (): Promise<boolean> =>
    (running ??= takeTurn().finally(() => {
      running = undefined
    }))
  const end = every(turnEveryMs, () => void turn())
  void turn()

  return {
    turn,
    stop: async () => {
      stopping.abort()
      end()
      await running
    },
  }
}
