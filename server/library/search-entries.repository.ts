import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { tierOf } from '#server/sql/search-tiers.ts'
import { searchFields } from './search-fields.ts'
import { findStalePacks } from './stale-packs.repository.ts'
import { upsertChanged } from './upsert-changed.repository.ts'

/** Keeps the entries of search in step with packs and cards. */

type Tx = Transaction<Schema>

/** Until the end of the transaction no one else writes the packs or their entries. */
const lockPacks = (tx: Tx, packIds: readonly string[]) =>
  tx
    .selectFrom('card_packs')
    .select(['id', 'owner_id', 'removed_at'])
    .where('id', '=', sql<string>`any(${packIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

type Placed = { pack_id: string; tier: number }

/**
 * Known packs stay in their tier and keep the learners that search orders by: both are renewed by the upkeep. A new
 * one has no learners yet, so it comes last.
 */
const placePacks = async (tx: Tx, packIds: readonly string[]): Promise<Placed[]> => {
  const { count } = await tx
    .selectFrom('search_packs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const tiers = packIds.map((_, index) => tierOf(count + index))
  // Its row also keeps the tier from changing until the entries are written.
  const { rows } = await sql<Placed>`
    insert into search_packs (pack_id, tier, learners, indexed_at)
    select p.id, placed.tier, p.learner_count, p.updated_at
    from unnest(${packIds}::uuid[], ${tiers}::integer[]) as placed(id, tier)
    join card_packs p on p.id = placed.id
    on conflict (pack_id) do update set indexed_at = excluded.indexed_at
    returning pack_id, tier`.execute(tx)
  return rows
}

const readPack = (tx: Tx, packId: string) =>
  tx
    .selectFrom('card_packs as p')
    .innerJoin('grades as g', 'g.id', 'p.grade_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .leftJoin('knowledge_points as k', 'k.id', 'p.knowledge_point_id')
    .leftJoin('teachers as t', 't.id', 'p.teacher_id')
    .select(['p.title', 'p.label', 'k.name as point', 's.name as subject', 't.name as teacher'])
    .select(['p.grade_id', 'g.stage'])
    .where('p.id', '=', packId)
    .executeTakeFirstOrThrow()

const readCards = (tx: Tx, packId: string) =>
  tx
    .selectFrom('cards')
    .select(['id', 'title', 'position'])
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .execute()

const writeEntries = async (tx: Tx, packId: string, tier: number, now: Date): Promise<void> => {
  const pack = await readPack(tx, packId)
  const cards = await readCards(tx, packId)
  const scopes = [pack.grade_id, pack.stage]
  const others = { names: [pack.label, pack.point ?? '', pack.subject], teacher: pack.teacher ?? '' }
  const common = { pack_id: packId, listed_at: now }
  const entries = [
    {
      id: packId,
      ...common,
      position: 0,
      ...searchFields('pack', { title: pack.title, others, scopes, tier }),
    },
    ...cards.map(({ id, title, position }) => ({
      id,
      ...common,
      position,
      ...searchFields('card', { title, scopes, tier }),
    })),
  ]
  await tx
    .deleteFrom('search_entries')
    .where('pack_id', '=', packId)
    .where(({ not, eb }) => not(eb('id', '=', sql<string>`any(${entries.map(({ id }) => id)}::uuid[])`)))
    .execute()
  await upsertChanged(tx, 'search_entries', entries, { key: ['id'], insertOnly: ['listed_at'] })
}

/** Writes the entries of packs again; those of a pack that left or is private go. */
export async function indexPacks(tx: Tx, packIds: readonly string[], now: Date): Promise<void> {
  const packs = await lockPacks(tx, packIds)
  const isListed = (pack: (typeof packs)[number]) => pack.owner_id === null && pack.removed_at === null
  const gone = packs.filter((pack) => !isListed(pack)).map(({ id }) => id)
  await tx
    .deleteFrom('search_packs')
    .where('pack_id', '=', sql<string>`any(${gone}::uuid[])`)
    .execute()
  const placed = await placePacks(
    tx,
    packs.filter(isListed).map(({ id }) => id),
  )
  for (const { pack_id, tier } of placed) await writeEntries(tx, pack_id, tier, now)
}

/** The same for those of the packs that another process did not do meanwhile. */
export async function indexStalePacks(tx: Tx, packIds: readonly string[], now: Date): Promise<void> {
  await lockPacks(tx, packIds)
  await indexPacks(tx, await findStalePacks(tx, { limit: packIds.length, among: packIds }), now)
}
