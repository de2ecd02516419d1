import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { searchTiers, tierStart } from '#server/sql/search-tiers.ts'

/** Keeps the order of search in step with how many learn a pack. */

/** The rest waits for the next turn. */
const movesPerTurn = 500
/** How far beyond its tier a pack's rank has to be: one that goes up and down at the border stays. */
const slack = 0.25

type Move = { pack_id: string; from: number; to: number }

/**
 * Writes the packs that were unlocked since. It waits for none that another process writes, which may wait for another
 * of them: that one's turn is the next.
 */
export async function renewLearners(db: Kysely<Schema>): Promise<void> {
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
export async function findMoves(db: Kysely<Schema>): Promise<Move[]> {
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
export async function movePack(tx: Transaction<Schema>, { pack_id: packId, from, to }: Move): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('search_packs')
    .set({ tier: to })
    .where('pack_id', '=', packId)
    .where('tier', '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await sql`update search_entries set tokens = array(select token + ${to - from}::integer from unnest(tokens) as token)
    where pack_id = ${packId}`.execute(tx)
}
