import type { Insertable } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { bytesOnWire, catalogueVersion, contentHash } from './card-sums.ts'
import type { Library, LibraryPack } from './library.ts'
import { searchText } from './search-fields.ts'
import { cardIdOf, packIdOf } from './stable-id.ts'

/** A pack of the library as the rows of its tables. */

type CardRow = Insertable<Schema['cards']>
type ChapterRow = Insertable<Schema['chapters']>
type PackRow = Insertable<Schema['card_packs']>
export type PackRows = {
  pack: PackRow & { id: string }
  chapters: ChapterRow[]
  cards: (CardRow & { id: string })[]
}

const sizeOf = (pack: LibraryPack): number => {
  const packId = packIdOf(pack.slug)
  const cards = pack.chapters.flatMap((chapter) =>
    chapter.cards.map((card) => ({
      id: cardIdOf(pack.slug, card.slug),
      packId,
      title: card.title,
      hash: contentHash(card),
      ...card.content,
    })),
  )
  return bytesOnWire(cards)
}

const cardRows = (pack: LibraryPack): PackRows['cards'] =>
  pack.chapters
    .flatMap((chapter) => chapter.cards.map((card) => ({ card, chapterId: chapter.id })))
    .map(({ card, chapterId }, position) => ({
      id: cardIdOf(pack.slug, card.slug),
      pack_id: packIdOf(pack.slug),
      slug: card.slug,
      chapter_id: chapterId,
      position,
      title: card.title,
      hash: contentHash(card),
      preview: card.preview,
      content: JSON.stringify(card.content),
      removed_at: null,
      feed_shelf: `${pack.gradeId}/${pack.subjectId}`,
    }))

const nameOf = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((entry) => entry.id === id)?.name ?? ''

const packSearchText = (pack: LibraryPack, { taxonomy, teachers }: Library): string =>
  searchText(pack.title, {
    names: [
      pack.label,
      nameOf(taxonomy.knowledgePoints, pack.knowledgePointId),
      nameOf(taxonomy.subjects, pack.subjectId),
    ],
    teacher: nameOf(teachers, pack.teacherId),
  })

/** @param now when the rows are written */
export function packRows(pack: LibraryPack, library: Library, now: Date): PackRows {
  const packId = packIdOf(pack.slug)
  const cards = cardRows(pack)
  const featured = library.featured.indexOf(pack.slug)
  return {
    pack: {
      id: packId,
      slug: pack.slug,
      owner_id: null,
      title: pack.title,
      label: pack.label,
      summary: pack.summary,
      intro: JSON.stringify(pack.intro),
      source: pack.source,
      grade_id: pack.gradeId,
      subject_id: pack.subjectId,
      knowledge_point_id: pack.knowledgePointId,
      teacher_id: pack.teacherId,
      price_coins: pack.priceCoins,
      card_count: cards.length,
      preview_count: cards.filter((card) => card.preview).length,
      size_bytes: sizeOf(pack),
      featured_position: featured === -1 ? null : featured,
      search_text: packSearchText(pack, library),
      catalogue_version: catalogueVersion(pack.chapters, cards),
      created_at: now,
      updated_at: now,
      removed_at: null,
    },
    chapters: pack.chapters.map(({ id, title }, position) => ({ pack_id: packId, id, position, title })),
    cards,
  }
}
