import { createHash } from 'node:crypto'
import { searchFields, searchText } from '#server/library/search-fields.ts'
import { tierOf } from '#server/sql/search-tiers.ts'
import { cardTitle, packTitle } from './made-titles.ts'

/**
 * The rows of a library of any size, each made from its number alone. Every pack stands in it eight times, for eight
 * teachers use the same words: the copies are made by the database.
 */

export type LibrarySize = { packs: number; cards: number }

const copies = 8

/** What is made here, title by title. */
export function originalsOf({ packs, cards }: LibrarySize): LibrarySize {
  return {
    packs: Math.ceil(packs / copies),
    cards: Math.ceil(cards / copies),
  }
}

const stages = ['小学', '初中', '高中'] as const

export const grades = Array.from({ length: 12 }, (_, at) => ({
  id: `g${at + 1}`,
  position: at,
  name: `${at + 1} 年级`,
  stage: stages[at < 6 ? 0 : at < 9 ? 1 : 2],
}))
export const subjects = ['语文', '数学', '英语', '物理', '化学', '生物', '历史', '地理', '政治'].map(
  (name, at) => ({ id: `subject-${at}`, position: at, name }),
)
export const knowledgePoints = Array.from({ length: 90 }, (_, at) => ({
  id: `point-${at}`,
  position: at,
  subject_id: `subject-${at % 9}`,
  name: packTitle(10_000_000 + at).slice(0, 4),
}))
export const teachers = subjects.map(({ id, name }) => ({
  id: `teacher-${id}`,
  subject_id: id,
  name: `知卡${name}教研室`,
  bio: [],
}))

const idOf = (kind: string, index: number): string =>
  createHash('md5')
    .update(`${kind} ${index}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The place of a pack among all by its learners, who do not know in which order packs are made. */
const learnersOf = (index: number, packs: number): { learners: number; tier: number } => {
  const rank = (index * 7919) % packs
  return { learners: packs - rank, tier: tierOf(rank) }
}

/** The copies of the n-th original beside itself, with the numbers that every pack has of its own. */
export function copiesOf(index: number, size: LibrarySize) {
  const originals = originalsOf(size).packs
  const { tier } = learnersOf(index, size.packs)
  return Array.from({ length: copies - 1 }, (_, at) => index + (at + 1) * originals)
    .filter((number) => number < size.packs)
    .map((number) => {
      const own = learnersOf(number, size.packs)
      return {
        original_id: idOf('pack', index),
        id: idOf('pack', number),
        slug: `pack-${number}`,
        learners: own.learners,
        tier: own.tier,
        tiers_further: own.tier - tier,
      }
    })
}

const text = (words: string) => [{ type: 'paragraph', children: [{ type: 'text', text: words }] }]
const madeAt = '2026-01-01T00:00:00.000Z'

/** @param index of an original */
export function packRows(index: number, size: LibrarySize) {
  const { packs, cards } = originalsOf(size)
  const id = idOf('pack', index)
  const grade = grades[index % 12]!
  const point = knowledgePoints[index % 90]!
  const subject = subjects[index % 9]!
  const teacher = teachers[index % 9]!
  const { learners, tier } = learnersOf(index, size.packs)
  const title = packTitle(index)
  const label = title.slice(0, 4)
  const others = { names: [label, point.name, subject.name], teacher: teacher.name }
  const scopes = [grade.id, grade.stage]
  const inPack = Math.floor(((index + 1) * cards) / packs) - Math.floor((index * cards) / packs)
  const first = Math.floor((index * cards) / packs)
  const numbers = Array.from({ length: inPack }, (_, at) => first + at)
  return {
    pack: {
      id,
      slug: `pack-${index}`,
      title,
      label,
      summary: '性能测试用的卡包',
      intro: [],
      source: '自编',
      grade_id: grade.id,
      subject_id: subject.id,
      knowledge_point_id: point.id,
      teacher_id: teacher.id,
      price_coins: 40,
      card_count: inPack,
      preview_count: 4,
      size_bytes: 10_000,
      learner_count: learners,
      search_text: searchText(title, others),
      catalogue_version: 'made',
      created_at: madeAt,
      updated_at: madeAt,
    },
    searchPack: { pack_id: id, tier, learners, indexed_at: madeAt },
    chapter: { pack_id: id, id: 'one', position: 0, title: '全部' },
    cards: numbers.map((number, position) => ({
      id: idOf('card', number),
      pack_id: id,
      slug: `card-${position}`,
      chapter_id: 'one',
      position,
      title: cardTitle(number),
      hash: 'made',
      preview: position < 4,
      content: { front: text(`第 ${number} 张卡片的正面，问一个问题？`), back: text('背面，答案。') },
      feed_shelf: `${grade.id}/${subject.id}`,
    })),
    entries: [
      {
        id,
        pack_id: id,
        position: 0,
        listed_at: madeAt,
        ...searchFields('pack', { title, others, scopes, tier }),
      },
      ...numbers.map((number, position) => ({
        id: idOf('card', number),
        pack_id: id,
        position,
        listed_at: madeAt,
        ...searchFields('card', { title: cardTitle(number), scopes, tier }),
      })),
    ],
  }
}
