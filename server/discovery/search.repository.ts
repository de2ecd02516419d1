import { sql, type Kysely, type Transaction } from 'kysely'
import type { FoundCard } from '#contract/discovery.ts'
import type { PackSummary } from '#contract/packs.ts'
import { maxFound } from '#contract/limits.ts'
import { isPublic, packSummaries, toPackSummary } from '#server/sql/pack-summary.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'
import type { EntryKind } from '#server/sql/search-tokens.ts'
import { leadingWord, probesFor, type Probe } from './search-probes.ts'

/** Search over public packs and their cards: best match first, then the packs with most learners. */

type Db = Kysely<Schema>
type Tx = Transaction<Schema>

export type Search = {
  /** Of `searchTerms`, at least one. */
  terms: readonly string[]
  /** A grade's id or a school stage. */
  scope?: string | undefined
}
export type Found<T> = { items: T[]; total: number }

/** The index may offer entries that only look like it: no more of them are read, whatever the keyword. */
const maxRead = 8000

/** As PostgreSQL writes arrays: an array of arrays would have to be a rectangle. */
const literal = (tokens: readonly number[]): string => `{${tokens.join()}}`

const columnsOf = (probes: readonly Probe[]) => ({
  tokens: probes.map(({ tokens }) => literal(tokens)),
  // An empty array is held by every entry, so nothing is left out by null.
  first: probes.map(({ without: [first] }) => (first ? literal(first) : null)),
  second: probes.map(({ without: [, second] }) => (second ? literal(second) : null)),
})

/**
 * The ids on one page, in their order, and how many there are on all. The probes are run one after the other, and
 * none any more once enough is found. Text is compared by `strpos`, not by LIKE: PostgreSQL expects LIKE to leave
 * next to nothing over, and would prepare to read everything.
 */
const findIds = async (
  tx: Tx,
  kind: EntryKind,
  { terms, scope }: Search,
  { limit, offset, asOf }: Page,
): Promise<Found<string>> => {
  const { tokens, first, second } = columnsOf(probesFor(kind, terms, scope))
  const word = leadingWord(terms)
  const holdsAll = sql.join(
    terms.map((term) => sql`strpos(read.text, ${term}) > 0`),
    sql` and `,
  )
  const { rows } = await sql<Found<string>>`
    with found as materialized (
      select id, pack_id, position,
        case when starts_with(title, ${word}) or starts_with(text, ${word}) then 0
          when strpos(title, ${word}) > 0 then 1 else 2 end as place
      from (
        select entry.*
        from (
          select tokens::integer[], first::integer[], second::integer[]
          from unnest(${tokens}::text[], ${first}::text[], ${second}::text[]) as probe(tokens, first, second)
          offset 0
        ) probe
        cross join lateral (
          select e.id, e.pack_id, e.position, e.title, e.text
          from search_entries e
          where e.tokens @> probe.tokens
            and (probe.first is null or not e.tokens @> probe.first)
            and (probe.second is null or not e.tokens @> probe.second)
            and e.listed_at <= ${asOf}
        ) entry
        limit ${maxRead}
      ) read
      where ${holdsAll}
      limit ${maxFound}
    )
    select (select count(*) from found)::integer as total, array(
      select f.id from found f join search_packs placed on placed.pack_id = f.pack_id
      order by f.place, coalesce(placed.learners, 0) desc, f.pack_id, f.position, f.id
      limit ${limit} offset ${offset}
    ) as items`.execute(tx)
  return rows[0] ?? { items: [], total: 0 }
}

/**
 * The planner cannot know how rare a token is. Left alone it expects each probe to find one row in 200, and would
 * rather read the whole table, or compile the query for longer than it runs, or plan it again for each keyword.
 */
const planForIndex = async (tx: Tx): Promise<void> => {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx)
}

const find = (db: Db, kind: EntryKind, search: Search, page: Page): Promise<Found<string>> =>
  db.transaction().execute(async (tx) => {
    await planForIndex(tx)
    return findIds(tx, kind, search, page)
  })

/** In the order of the ids; what left this moment is left out. */
const inOrder = <T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function searchPacks(db: Db, search: Search, page: Page): Promise<Found<PackSummary>> {
  const { items: ids, total } = await find(db, 'pack', search, page)
  const rows = await packSummaries(db)
    .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(isPublic)
    .execute()
  return { items: inOrder(ids, rows).map(toPackSummary), total }
}

export async function searchCards(db: Db, search: Search, page: Page): Promise<Found<FoundCard>> {
  const { items: ids, total } = await find(db, 'card', search, page)
  const rows = await db
    .selectFrom('cards as c')
    .innerJoin('card_packs as p', 'p.id', 'c.pack_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .select(['c.id', 'c.title', 'c.preview', 'p.id as pack_id', 'p.title as pack_title', 'p.label'])
    .select(['s.id as subject_id', 's.name as subject_name'])
    .where('c.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('c.removed_at', 'is', null)
    .where(isPublic)
    .execute()
  const items = inOrder(ids, rows).map((row) => ({
    id: row.id,
    title: row.title,
    preview: row.preview,
    pack: {
      id: row.pack_id,
      title: row.pack_title,
      label: row.label,
      subject: { id: row.subject_id, name: row.subject_name },
    },
  }))
  return { items, total }
}
