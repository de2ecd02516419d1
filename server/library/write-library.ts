import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Library } from './library.ts'
import { packRows, type PackRows } from './pack-rows.ts'
import { removeCards, removeChapters, removePacks, removeTaxonomy } from './library-removal.repository.ts'
import { indexPacks } from './search-entries.repository.ts'
import { upsertChanged } from './upsert-changed.repository.ts'

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

const writePack = async (tx: Tx, rows: PackRows, now: Date): Promise<Written> => {
  const { pack, chapters, cards } = rows
  const packs = await upsertChanged(tx, 'card_packs', [pack], {
    key: ['id'],
    insertOnly: ['created_at'],
    stamps: ['updated_at'],
  })
  await upsertChanged(tx, 'chapters', chapters, { key: ['pack_id', 'id'] })
  await removeChapters(tx, rows)
  const written = await upsertChanged(tx, 'cards', cards, { key: ['id'] })
  return { packs, cards: written, removedPacks: 0, removedCards: await removeCards(tx, rows, now) }
}

const packsAtOnce = 50

/** Search knows what was written as soon as anybody can see it. */
const indexWritten = async (tx: Tx, packIds: readonly string[], now: Date): Promise<void> => {
  for (let at = 0; at < packIds.length; at += packsAtOnce) {
    await indexPacks(tx, packIds.slice(at, at + packsAtOnce), now)
  }
}

export async function writeLibrary(tx: Tx, library: Library, now: Date): Promise<Written> {
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
