import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { tierOf } from '#server/db/search-tiers.ts'
import { searchFields } from './search-fields.ts'
import { upsertChanged } from './upsert-changed.ts'

/** Keeps the entries of search in step with packs and cards. */

type Db = Kysely<Schema>
type Tx = Transaction<Schema>

/**
 * Packs whose entries are not what they should be, in the order of their ids: new and changed ones, and those that
 * left.
 * @param since only packs that were written then or later
 */
export const findStalePacks = async (db: Db, limit: number, since: Date | null = null): Promise<string[]> => {
  const rows = await db
    .selectFrom('card_packs as p')
    .leftJoin('search_packs as s', 's.pack_id', 'p.id')
    .select('p.id')
    .where(
      sql<boolean>`case when p.owner_id is null and p.removed_at is null
        then s.indexed_at is distinct from p.updated_at else s.pack_id is not null end`,
    )
    .$if(since !== null, (query) => query.where('p.updated_at', '>=', since!))
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Taken for the transaction, so that nobody writes the packs between reading them and writing their entries. */
const lockPacks = (tx: Tx, packIds: readonly string[]) =>
  tx
    .selectFrom('card_packs')
    .select(['id', 'owner_id', 'removed_at'])
    .where('id', '=', sql<string>`any(${packIds}::uuid[])`)
    .orderBy('id')
    .forShare()
    .execute()

/** A new pack has no learners yet: it comes last. @returns the tier of each */
const placePacks = async (tx: Tx, packIds: readonly string[]): Promise<Map<string, number>> => {
  const known = await tx
    .selectFrom('search_packs')
    .select(['pack_id', 'tier'])
    .where('pack_id', '=', sql<string>`any(${packIds}::uuid[])`)
    .execute()
  const tiers = new Map(known.map(({ pack_id, tier }) => [pack_id, tier]))
  const { count } = await tx
    .selectFrom('search_packs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const added = packIds.filter((id) => !tiers.has(id))
  for (const [index, id] of added.entries()) tiers.set(id, tierOf(count + index))
  await sql`insert into search_packs (pack_id, tier, indexed_at)
    select p.id, placed.tier, p.updated_at
    from unnest(${[...tiers.keys()]}::uuid[], ${[...tiers.values()]}::integer[]) as placed(id, tier)
    join card_packs p on p.id = placed.id
    on conflict (pack_id) do update set indexed_at = excluded.indexed_at`.execute(tx)
  return tiers
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
  const names = [pack.label, pack.point ?? '', pack.subject, pack.teacher ?? '']
  const common = { pack_id: packId, listed_at: now }
  const entries = [
    {
      id: packId,
      ...common,
      position: 0,
      ...searchFields('pack', { title: pack.title, names, scopes, tier }),
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

/** Writes the entries of these packs anew; those of a pack that left or is private go. */
export const indexPacks = async (tx: Tx, packIds: readonly string[], now: Date): Promise<void> => {
  if (packIds.length === 0) return
  const packs = await lockPacks(tx, packIds)
  const isListed = (pack: (typeof packs)[number]) => pack.owner_id === null && pack.removed_at === null
  const gone = packs.filter((pack) => !isListed(pack)).map(({ id }) => id)
  await tx
    .deleteFrom('search_packs')
    .where('pack_id', '=', sql<string>`any(${gone}::uuid[])`)
    .execute()
  const tiers = await placePacks(
    tx,
    packs.filter(isListed).map(({ id }) => id),
  )
  for (const [id, tier] of tiers) await writeEntries(tx, id, tier, now)
}
