import { randomUUID } from 'node:crypto'
import type { CardText } from '#contract/text/card-text.ts'
import type { Deps } from '#server/deps.ts'

export type TestPackOptions = {
  title?: string
  cardCount?: number
  /** How many of the first cards are previews. */
  previewCount?: number
  priceCoins?: number
  /** A private pack of this student. */
  ownerId?: string
  subject?: { id: string; name: string }
  grade?: { id: string; name: string; stage: '小学' | '初中' | '高中' }
  knowledgePoint?: { id: string; name: string }
}

export type TestPack = { packId: string; cardIds: string[]; previewCardIds: string[] }

const plain = (text: string): CardText => [{ type: 'paragraph', children: [{ type: 'text', text }] }]

/** Writes a small pack straight into the tables, with the taxonomy and teacher that it needs. */
export async function insertTestPack(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  options: TestPackOptions = {},
): Promise<TestPack> {
  const { title = '测试卡包', cardCount = 5, previewCount = 2, priceCoins = 50 } = options
  const grade = options.grade ?? { id: 'g7', name: '七年级', stage: '初中' as const }
  const subject = options.subject ?? { id: 'math', name: '数学' }
  const point = options.knowledgePoint ?? { id: `${subject.id}-point`, name: '测试知识点' }
  const teacherId = `${subject.id}-desk`
  const packId = randomUUID()
  const now = clock()

  await db
    .insertInto('grades')
    .values({ position: 1, ...grade })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('subjects')
    .values({ position: 1, ...subject })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('knowledge_points')
    .values({ position: 1, subject_id: subject.id, ...point })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('teachers')
    .values({
      id: teacherId,
      subject_id: subject.id,
      name: `知卡${subject.name}教研室`,
      bio: JSON.stringify(plain('简介')),
    })
    .onConflict((c) => c.doNothing())
    .execute()
  await db
    .insertInto('card_packs')
    .values({
      id: packId,
      slug: options.ownerId ? null : packId,
      owner_id: options.ownerId ?? null,
      title,
      label: '测试',
      summary: '一句话介绍',
      intro: JSON.stringify(plain('介绍')),
      source: '测试',
      grade_id: grade.id,
      subject_id: subject.id,
      knowledge_point_id: options.ownerId ? null : point.id,
      teacher_id: options.ownerId ? null : teacherId,
      price_coins: priceCoins,
      card_count: cardCount,
      preview_count: previewCount,
      size_bytes: 1000,
      featured_position: null,
      search_text: title,
      catalogue_version: packId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('chapters')
    .values({ pack_id: packId, id: 'one', position: 1, title: '第一章' })
    .execute()

  const cards = Array.from({ length: cardCount }, (_, index) => ({
    id: randomUUID(),
    pack_id: packId,
    slug: `card-${index + 1}`,
    chapter_id: 'one',
    position: index + 1,
    title: `卡片 ${index + 1}`,
    hash: `hash-${index + 1}`,
    preview: index < previewCount,
    content: JSON.stringify({ front: plain(`正面 ${index + 1}`), back: plain(`背面 ${index + 1}`) }),
    removed_at: null,
    feed_shelf: options.ownerId ? null : `${grade.id}/${subject.id}`,
  }))
  if (cards.length > 0) await db.insertInto('cards').values(cards).execute()
  return {
    packId,
    cardIds: cards.map((card) => card.id),
    previewCardIds: cards.filter((card) => card.preview).map((card) => card.id),
  }
}
