import { sql, type Kysely, type Transaction } from 'kysely'
import { onlyChapter } from '#contract/private-card.ts'
import type { Schema } from '#server/db/schema.ts'
import type { PressedCard } from './press-cards.ts'

/** Cards of private packs. The caller holds the pack's row. */

type Tx = Transaction<Schema>

/** A private pack is one chapter: its owner's list. */
export const insertChapter = async (tx: Tx, packId: string): Promise<void> => {
  await tx
    .insertInto('chapters')
    .values({ pack_id: packId, position: 0, ...onlyChapter })
    .execute()
}

/** The cards that the pack has, in their order. */
export const readCards = async (db: Kysely<Schema>, packId: string) => {
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

/** What the rows are made from and where they stand; deleted cards too, without their text. */
export const readSources = (tx: Tx, packId: string) =>
  tx
    .selectFrom('cards')
    .select(['id', 'position', 'markdown', 'removed_at'])
    .where('pack_id', '=', packId)
    .execute()

/**
 * In the order of the ids: two transactions that insert the same ones wait instead of locking each other out.
 * @returns false when an id is another pack's
 */
export const insertCards = async (
  tx: Tx,
  packId: string,
  cards: readonly (PressedCard & { position: number })[],
): Promise<boolean> => {
  if (cards.length === 0) return true
  const { rows } = await sql<{ id: string }>`
    insert into cards (id, pack_id, chapter_id, position, title, hash, preview, content, markdown)
    select t.id, ${packId}, ${onlyChapter.id}, t.position, t.title, t.hash, false, t.content, t.markdown
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
      as t(id uuid, position integer, title text, hash text, content jsonb, markdown jsonb)
    order by t.id
    on conflict (id) do nothing
    returning id`.execute(tx)
  return rows.length === cards.length
}

export const updateCards = async (tx: Tx, packId: string, cards: readonly PressedCard[]): Promise<void> => {
  if (cards.length === 0) return
  await sql`
    update cards set title = t.title, hash = t.hash, content = t.content, markdown = t.markdown
    from jsonb_to_recordset(${JSON.stringify(cards)}::jsonb)
      as t(id uuid, title text, hash text, content jsonb, markdown jsonb)
    where cards.id = t.id and cards.pack_id = ${packId} and cards.removed_at is null`.execute(tx)
}

/** Takes the text away and keeps the row, for the answers that point to it. @param cardId absent: all */
export const removeCards = async (tx: Tx, packId: string, now: Date, cardId?: string): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('cards')
    .set({ title: '', hash: '', content: '{"front":[],"back":[]}', markdown: null, removed_at: now })
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .$if(cardId !== undefined, (query) => query.where('id', '=', cardId!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Of the prepared cards, as text. */
export const countBytes = async (tx: Tx, packId: string): Promise<number> => {
  const { bytes } = await tx
    .selectFrom('cards')
    .select(sql<number>`coalesce(sum(octet_length(content::text)), 0)::integer`.as('bytes'))
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return bytes
}

export const readContents = (tx: Tx, packId: string) =>
  tx
    .selectFrom('cards')
    .select(['id', 'title', 'hash', 'chapter_id', 'content'])
    .where('pack_id', '=', packId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const writeSums = async (
  tx: Tx,
  packId: string,
  sums: { cardCount: number; sizeBytes: number; version: string; now: Date },
): Promise<void> => {
  await tx
    .updateTable('card_packs')
    .set({
      card_count: sums.cardCount,
      size_bytes: sums.sizeBytes,
      catalogue_version: sums.version,
      updated_at: sums.now,
    })
    .where('id', '=', packId)
    .execute()
}
