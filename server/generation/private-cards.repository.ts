import { sql, type Kysely, type Transaction } from 'kysely'
import { onlyChapter } from '#contract/private-card.ts'
import { nextUpdate } from '#server/sql/next-update.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ParsedCard } from './parse-cards.ts'

/** Cards of private packs. The caller holds the pack's row. */

type Tx = Transaction<Schema>

/** A private pack is one chapter: its owner's list. */
export async function insertChapter(tx: Tx, packId: string): Promise<void> {
  await tx
    .insertInto('chapters')
    .values({ pack_id: packId, position: 0, ...onlyChapter })
    .execute()
}

/** The cards that the pack has, in their order. */
export async function readCards(db: Kysely<Schema>, packId: string) {
  const rows = await db
    .selectFrom('cards')
    .select(['id', 'title', 'hash', 'preview', 'markdown'])
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ markdown, ...row }) => ({ ...row, markdown: markdown! }))
}

/** What is known of cards with these ids, in whatever pack; of deleted ones no text is left. */
export function readSources(db: Kysely<Schema>, cardIds: readonly string[]) {
  return db
    .selectFrom('cards')
    .select(['id', 'pack_id', 'markdown', 'removed_at'])
    .where('id', '=', sql<string>`any(${cardIds}::uuid[])`)
    .execute()
}

/** @returns `made`: the deleted ones, too */
export function countCards(db: Kysely<Schema>, packId: string) {
  return db
    .selectFrom('cards')
    .select(({ fn }) => [
      fn.countAll<number>().as('made'),
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('live'),
      sql<number>`coalesce(max(position), -1)`.as('lastPosition'),
    ])
    .where('pack_id', '=', packId)
    .executeTakeFirstOrThrow()
}

/**
 * In the order of the ids: two transactions that insert the same ones wait instead of locking each other out.
 * @returns false when an id is another pack's
 */
export async function insertCards(
  tx: Tx,
  packId: string,
  cards: readonly (ParsedCard & { position: number })[],
): Promise<boolean> {
  if (cards.length === 0) return true
  const { rows } = await sql<{ id: string }>`
    insert into cards (id, pack_id, chapter_id, position, title, hash, preview, content, markdown,
      text_bytes, wire_bytes)
    select t.id, ${packId}, ${onlyChapter.id}, t.position, t.title, t.hash, false, t.content, t.markdown,
      t."textBytes", t."wireBytes"
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
      as t(id uuid, position integer, title text, hash text, content jsonb, markdown jsonb,
        "textBytes" integer, "wireBytes" integer)
    order by t.id
    on conflict (id) do nothing
    returning id`.execute(tx)
  return rows.length === cards.length
}

export async function updateCards(tx: Tx, packId: string, cards: readonly ParsedCard[]): Promise<void> {
  if (cards.length === 0) return
  await sql`
    update cards set title = t.title, hash = t.hash, content = t.content, markdown = t.markdown,
      text_bytes = t."textBytes", wire_bytes = t."wireBytes"
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
      as t(id uuid, title text, hash text, content jsonb, markdown jsonb,
        "textBytes" integer, "wireBytes" integer)
    where cards.id = t.id and cards.pack_id = ${packId} and cards.removed_at is null`.execute(tx)
}

/** Takes the text away and keeps the row, for the answers that point to it. @param cardId absent: all */
export async function removeCards(tx: Tx, packId: string, now: Date, cardId?: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('cards')
    .set({
      title: '',
      hash: '',
      content: '{"front":[],"back":[]}',
      markdown: null,
      text_bytes: 0,
      wire_bytes: 0,
      removed_at: now,
    })
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .$if(cardId !== undefined, (query) => query.where('id', '=', cardId!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Reckons the bytes of cards that were written before they were counted: once for each. */
export async function fillBytes(tx: Tx, packId: string): Promise<void> {
  await sql`
    update cards set text_bytes = octet_length(content::text) + coalesce(octet_length(markdown::text), 0),
      wire_bytes = octet_length(content::text) / 4
    where pack_id = ${packId} and removed_at is null and text_bytes is null`.execute(tx)
}

/** Of the cards that the pack has. */
export function sumBytes(tx: Tx, packId: string) {
  return tx
    .selectFrom('cards')
    .select([
      sql<number>`coalesce(sum(text_bytes), 0)::integer`.as('text'),
      sql<number>`coalesce(sum(wire_bytes), 0)::integer`.as('wire'),
    ])
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** What the version of the pack's catalogue is made of. */
export function readHashes(tx: Tx, packId: string) {
  return tx
    .selectFrom('cards')
    .select(['id', 'hash', 'chapter_id'])
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export async function writeSums(
  tx: Tx,
  packId: string,
  sums: { cardCount: number; bytes: { text: number; wire: number }; version: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('card_packs')
    .set({
      card_count: sums.cardCount,
      size_bytes: sums.bytes.wire,
      text_bytes: sums.bytes.text,
      catalogue_version: sums.version,
      updated_at: nextUpdate(sums.now),
    })
    .where('id', '=', packId)
    .execute()
}
