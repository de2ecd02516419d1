import { writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
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

export const printFigures = (figures: readonly Figure[]): void => {
  console.log(`${textTable([head, ...figures.map(rowOf)])}\n`)
}

const machine = (): string =>
  `${cpus()[0]?.model ?? '未知处理器'}，${availableParallelism()} 个处理器，${Math.round(totalmem() / 2 ** 30)} GB 内存，Node ${process.versions.node}`

/** Writes docs/benchmarks.md. */
export const writeFigures = async (figures: readonly Figure[]): Promise<void> => {
  const rows = [head, head.map(() => '---'), ...figures.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`)
  const text = `# 性能

由 \`npm run bench:api\` 写成，请不要手改。各项怎样测，见[运维手册](operation.md#性能测试)。

- 日期：${new Date().toISOString().slice(0, 10)}
- 机器：${machine()}

${rows.join('\n')}
`
  await writeFile(fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url)), text)
}
