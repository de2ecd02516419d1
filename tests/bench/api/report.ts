import { markdownTable, writeSection } from '../benchmarks-page.ts'
import { textTable } from '../statistics.ts'
import type { Figure } from './figure.ts'

const verdictOf = ({ budget, passed }: Figure): string =>
  budget === undefined ? '仅供参考' : passed ? '达到' : '未达到'

const rowOf = (figure: Figure): string[] => [
  figure.name,
  figure.engine,
  figure.measured,
  figure.budget ?? '',
  verdictOf(figure),
]

const head = ['项目', '数据库', '测得', '预算', '结果']

export function printFigures(figures: readonly Figure[]): void {
  console.log(`${textTable([head, ...figures.map(rowOf)])}\n`)
}

/** Writes the section of docs/benchmarks.md. */
export function writeFigures(figures: readonly Figure[]): Promise<void> {
  return writeSection(
    '接口',
    `由 \`npm run bench:api\` 写成。\n\n${markdownTable([head, ...figures.map(rowOf)])}`,
  )
}
