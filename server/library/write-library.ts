import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Library } from './library.ts'
import { packRows, type PackRows } from './pack-rows.ts'
import { indexPacks } from './search-entries.ts'
import { packIdOf } from './stable-id.ts'
import { upsertChanged } from './upsert-changed.ts'

/** Brings the tables to what the library says, touching only rows that differ. */

export type Written = {
  /** Packs and cards that are new or changed, a returned one included. */
  packs: number
  cards: number
  removedPacks: number
  removedCards: number
}

type Tx = Transaction<Schema>

/** @returns how many grades are new or changed */
const writeTaxonomy = async (tx: Tx, { taxonomy, teachers }: Library): Promise<{ grades: number }> => {
  const byId = { key: ['id'] } as const
  const placed = <T>(list: readonly T[]) => list.map((entry, position) => ({ ...entry, position }))
  const grades = await upsertChanged(tx, 'grades', placed(taxonomy.grades), byId)
  await upsertChanged(tx, 'subjects', placed(taxonomy.subjects), byId)
  await upsertChanged(
    tx,
    'knowledge_points',
    placed(taxonomy.knowledgePoints).map(({ subjectId, ...point }) => ({ ...point, subject_id: subjectId })),
    byId,
  )
  await upsertChanged(
    tx,
    'teachers',
    teachers.map(({ id, name, subjectId, bio }) => ({
      id,
      name,
      subject_id: subjectId,
      bio: JSON.stringify(bio),
    })),
    byId,
  )
  return { grades }
}

/** Entries that left the files go once no pack, not even a removed one, points to them. */
const removeTaxonomy = async (tx: Tx, { taxonomy, teachers }: Library): Promise<void> => {
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

/** A card that left keeps its row and its learners' states; one that returns is the same card again. */
const removeCards = async (tx: Tx, { pack, cards }: PackRows, now: Date): Promise<number> => {
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

const writePack = async (tx: Tx, rows: PackRows, now: Date): Promise<Written> => {
  const { pack, chapters, cards } = rows
  const packs = await upsertChanged(tx, 'card_packs', [pack], {
    key: ['id'],
    insertOnly: ['created_at'],
    stamps: ['updated_at'],
  })
  await upsertChanged(tx, 'chapters', chapters, { key: ['pack_id', 'id'] })
  await tx
    .deleteFrom('chapters')
    .where('pack_id', '=', pack.id)
    .where(
      'id',
      'not in',
      chapters.map(({ id }) => id),
    )
    .execute()
  const written = await upsertChanged(tx, 'cards', cards, { key: ['id'] })
  return { packs, cards: written, removedPacks: 0, removedCards: await removeCards(tx, rows, now) }
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
const removePacks = async (tx: Tx, { packs }: Library, now: Date): Promise<string[]> => {
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

const packsAtOnce = 50

/** Search knows what was written as soon as anybody can see it. */
const indexWritten = async (tx: Tx, packIds: readonly string[], now: Date): Promise<void> => {
  for (let at = 0; at < packIds.length; at += packsAtOnce) {
    await indexPacks(tx, packIds.slice(at, at + packsAtOnce), now)
  }
}

export const writeLibrary = async (tx: Tx, library: Library, now: Date): Promise<Written> => {
  const { grades } = await writeTaxonomy(tx, library)
  const removed = await removePacks(tx, library, now)
  const total: Written = { packs: 0, cards: 0, removedPacks: removed.length, removedCards: 0 }
  const changed = [...removed]
  for (const pack of library.packs) {
    const rows = packRows(pack, library, now)
    const written = await writePack(tx, rows, now)
    total.packs += written.packs
    total.cards += written.cards
    total.removedCards += written.removedCards
    // Entries say the stage of their pack's grade; all other names are part of the pack's row.
    if (grades + written.packs + written.cards + written.removedCards > 0) changed.push(rows.pack.id)
  }
  await indexWritten(tx, changed, now)
  await removeTaxonomy(tx, library)
  return total
}
