import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** Reports about cards that nobody has closed yet, as the operator reads them. */

type Db = Kysely<Schema>

const problemNames = { wrong_answer: '答案有误', typo: '错别字', unclear: '不清楚', other: '其他' } as const

/** One row a card, the most reported first. */
const readOpenReports = (db: Db) =>
  db
    .selectFrom('card_reports as r')
    .innerJoin('cards as c', 'c.id', 'r.card_id')
    .innerJoin('card_packs as p', 'p.id', 'r.pack_id')
    .select(({ fn }) => [
      'c.id',
      'c.title',
      'p.title as pack',
      fn.countAll<number>().as('reports'),
      sql<(keyof typeof problemNames)[]>`array_agg(distinct r.problem)`.as('problems'),
      // The card is another one by now, or gone.
      sql<boolean>`bool_and(c.hash <> r.card_hash or c.removed_at is not null)`.as('changed'),
      sql<string[]>`array_remove(array_agg(r.comment order by r.created_at desc), '')`.as('comments'),
    ])
    .where('r.closed_at', 'is', null)
    .groupBy(['c.id', 'c.title', 'c.hash', 'c.removed_at', 'p.title'])
    .orderBy('reports', 'desc')
    .orderBy('c.id')
    .execute()

/** @returns how many reports about the card were open */
export const closeReports = async (db: Db, cardId: string, now: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('card_reports')
    .set({ closed_at: now })
    .where('card_id', '=', cardId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Chinese characters and their punctuation take two columns of a terminal. */
const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (width, character) =>
      width +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character)
        ? 2
        : 1),
    0,
  )

const headings = ['卡片编号', '卡包', '卡片', '次数', '问题', '之后改过', '说明']

/** The open reports as lines of a table. Comments hold no control characters: they were refused. */
export const openReportsTable = async (db: Db): Promise<string[]> => {
  const reports = await readOpenReports(db)
  if (reports.length === 0) return ['没有待处理的报错。']
  const rows = reports.map(({ id, pack, title, reports: count, problems, changed, comments }) => [
    id,
    pack,
    title,
    String(count),
    problems.map((problem) => problemNames[problem]).join('、'),
    changed ? '是' : '否',
    comments.join(' ｜ ').replaceAll('\n', ' '),
  ])
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? '')].map(widthOf)),
  )
  return [headings, ...rows].map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}
