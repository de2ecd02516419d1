import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { readOpenReports } from './open-reports.repository.ts'

const problemNames = { wrong_answer: '答案有误', typo: '错别字', unclear: '不清楚', other: '其他' } as const

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
export async function openReportsTable(db: Kysely<Schema>): Promise<string[]> {
  const reports = await readOpenReports(db).execute()
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
