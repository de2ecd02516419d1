import { sql, type Kysely } from 'kysely'
import type { Catalogue } from '#contract/packs.ts'
import type { Schema } from '#server/db/schema.ts'

/** The catalogue of a pack, and the contents of its cards. */

type Db = Kysely<Schema>

/**
 * The version of a public pack's catalogue; undefined for unknown and private packs, since the reply
 * is shared. A pack that left the library still has its catalogue, for those who unlocked it.
 */
export async function findCatalogueVersion(db: Db, packId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_packs')
    .select('catalogue_version')
    .where('id', '=', packId)
    .where('owner_id', 'is', null)
    .executeTakeFirst()
  return row?.catalogue_version
}

export async function readChapters(db: Db, packId: string): Promise<Catalogue['chapters']> {
  const [chapters, cards] = await Promise.all([
    db
      .selectFrom('chapters')
      .select(['id', 'title'])
      .where('pack_id', '=', packId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('cards')
      .select(['id', 'title', 'hash', 'preview', 'chapter_id'])
      .where('pack_id', '=', packId)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .execute(),
  ])
  return chapters.map(({ id, title }) => ({
    id,
    title,
    cards: cards.filter((card) => card.chapter_id === id),
  }))
}

/**
 * Cards of one pack by id, in any order. A card that left the pack still answers: a client with the
 * catalogue of a minute ago may ask for it.
 */
export function readCards(db: Db, packId: string, cardIds: readonly string[]) {
  return db
    .selectFrom('cards')
    .select(['id', 'title', 'hash', 'preview', 'content'])
    .where('pack_id', '=', packId)
    .where('id', '=', sql<string>`any(${cardIds}::uuid[])`)
    .execute()
}
