import { sql, type Kysely } from 'kysely'
import { every as onTimer, type Every } from '#server/db/every.ts'
import { takeLease, type Lease } from '#server/db/lease.ts'
import type { Schema } from '#server/db/schema.ts'
import { searchTiers, tierStart } from '#server/db/search-tiers.ts'
import type { Deps } from '#server/deps.ts'
import { findStalePacks } from './stale-packs.ts'

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
/** The rest waits for the next turn. */
const movesPerTurn = 500
/** How far beyond its tier a pack's rank has to be: one that goes up and down at the border stays. */
const slack = 0.25

type UpkeepDeps = Pick<Deps, 'database' | 'clock' | 'log'>
type Move = { pack_id: string; from: number; to: number }

/**
 * Writes the packs that were unlocked since. It waits for none that somebody else writes, who may wait for another
 * of them: that one's turn is the next.
 */
const renewLearners = async (db: Kysely<Schema>): Promise<void> => {
  await sql`
    with changed as materialized (
      select s.pack_id, p.learner_count
      from search_packs s join card_packs p on p.id = s.pack_id
      where s.learners is distinct from p.learner_count
      for no key update of s skip locked
    )
    update search_packs set learners = changed.learner_count
    from changed where changed.pack_id = search_packs.pack_id`.execute(db)
}

/** Packs whose rank is well outside of their tier, best ranks first. */
const findMoves = async (db: Kysely<Schema>): Promise<Move[]> => {
  const tiers = Array.from({ length: searchTiers }, (_, tier) => tier)
  const starts = tiers.map(tierStart)
  const { rows } = await sql<Move>`
    with ranked as (
      select s.pack_id, s.tier, row_number() over (order by p.learner_count desc, p.created_at, p.id) - 1 as rank
      from search_packs s join card_packs p on p.id = s.pack_id
    ), bounds as (
      select tier, start, lead(start) over (order by tier) as next_start
      from unnest(${tiers}::integer[], ${starts}::integer[]) as bounds(tier, start)
    )
    select ranked.pack_id, ranked.tier as from, earned.tier as to
    from ranked
    join bounds held on held.tier = ranked.tier
    join bounds earned on ranked.rank >= earned.start and (earned.next_start is null or ranked.rank < earned.next_start)
    where ranked.rank < held.start * ${1 - slack}::float8 or ranked.rank > held.next_start * ${1 + slack}::float8
    order by ranked.rank
    limit ${movesPerTurn}`.execute(db)
  return rows
}

/** Each token says its tier: nothing else of an entry changes. A pack that was moved or left meanwhile is let be. */
const movePack = ({ database }: UpkeepDeps, { pack_id: packId, from, to }: Move): Promise<void> =>
  database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('search_packs')
      .set({ tier: to })
      .where('pack_id', '=', packId)
      .where('tier', '=', from)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await sql`update search_entries set tokens = array(select token + ${to - from}::integer from unnest(tokens) as token)
      where pack_id = ${packId}`.execute(tx)
  })

export type SearchUpkeep = {
  /** One turn, if no process had one lately. Resolves to whether it did; failures are logged. */
  turn: () => Promise<boolean>
  /** Ends the turns and waits for what is being written. */
  stop: () => Promise<void>
}

export const startSearchUpkeep = (deps: UpkeepDeps & { every?: Every }): SearchUpkeep => {
  const { database, clock, log, every = onTimer } = deps
  const stopping = new AbortController()

  const mayGoOn = async (held: Lease): Promise<boolean> =>
    !stopping.signal.aborted && (await held.extend(database.db))

  const indexAllStale = async (held: Lease): Promise<void> => {
    while (await mayGoOn(held)) {
      const packIds = await findStalePacks(database.db, { limit: stalePacksPerLook })
      if (packIds.length === 0) return
      // Not imported by a start that has nothing to write: it brings the dictionary of pinyin.
      const { indexStalePacks } = await import('./search-entries.ts')
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
      await movePack(deps, move)
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
