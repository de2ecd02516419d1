import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Library } from './library.ts'
import type { PackRows } from './pack-rows.ts'
import { packIdOf } from './stable-id.ts'

/** What becomes of rows whose packs, cards and names have left the files. */

type Tx = Transaction<Schema>

/** Entries that left the files go once no pack, not even a removed one, points to them. */
export async function removeTaxonomy(tx: Tx, { taxonomy, teachers }: Library): Promise<void> {
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  await sql`delete from knowledge_points k where id <> all(${ids(taxonomy.knowledgePoints)}::text[])
    and not exists (select 1 from card_packs p where p.knowledge_point_id = k.id)`.execute(tx)
  await sql`delete from teachers t where id <> all(${ids(teachers)}::text[])
    and not exists (select 1 from card_packs p where p.teacher_id = t.id)`.execute(tx)
  await sql`delete from subjects s where id <> all(${ids(taxonomy.subjects)}::text[])
    and not exists (select 1 from card_packs p where p.subject_id = s.id)
    and not exists (select 1 from knowledge_points k where k.subject_id = s.id)
    and not exists (select 1 from teachers t where t.subject_id = s.id)`.execute(tx)
  await sql`delete from grades g where id <> all(${ids(taxonomy.grades)}::text[])
    and not exists (select 1 from card_packs p where p.grade_id = g.id)`.execute(tx)
}

export async function removeChapters(tx: Tx, { pack, chapters }: PackRows): Promise<void> {
  await tx
    .deleteFrom('chapters')
    .where('pack_id', '=', pack.id)
    .where(
      'id',
      'not in',
      chapters.map(({ id }) => id),
    )
    .execute()
}

/**
 * A card that left keeps its row and its learners' states; one that returns is the same card again.
 * @returns how many left now
 */
export async function removeCards(tx: Tx, { pack, cards }: PackRows, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('cards')
    .set({ removed_at: now })
    .where('pack_id', '=', pack.id)
    .where('removed_at', 'is', null)
    .where(
      'id',
      'not in',
      cards.map(({ id }) => id),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The cards of packs that left are in no feed; writing a pack that returns puts them back. */
const takeOffShelves = async (tx: Tx): Promise<void> => {
  await sql`update cards set feed_shelf = null from card_packs p
    where p.id = cards.pack_id and p.owner_id is null and p.removed_at is not null
    and cards.feed_shelf is not null`.execute(tx)
}

/**
 * A pack that left stays with those who unlocked it: its cards keep their rows and stay open to them.
 * @returns the ids of those that left now
 */
export async function removePacks(tx: Tx, { packs }: Library, now: Date): Promise<string[]> {
  const removed = await tx
    .updateTable('card_packs')
    .set({ removed_at: now, updated_at: now, featured_position: null })
    .where('owner_id', 'is', null)
    .where('removed_at', 'is', null)
    .where(({ eb, not }) =>
      not(eb('id', '=', sql<string>`any(${packs.map(({ slug }) => packIdOf(slug))}::uuid[])`)),
    )
    .returning('id')
    .execute()
  await takeOffShelves(tx)
  return removed.map(({ id }) => id)
}
