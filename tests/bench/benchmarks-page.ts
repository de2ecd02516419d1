import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** docs/benchmarks.md: each benchmark writes a section of its own and leaves the others alone. */

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url))
const head = '# 性能\n\n由性能测试写成，请不要手改。各项怎样测，见[运维手册](operation.md#性能测试)。\n'

const machine = (): string =>
  `${cpus()[0]?.model ?? '未知处理器'}，${cpus().length} 个处理器，${Math.round(totalmem() / 2 ** 30)} GB 内存，Node ${process.versions.node}`

/** The page with the section in the place of the one of the same title, or at the end. */
const withSection = (text: string, title: string, body: string): string => {
  const [top = '', ...sections] = text.split(/^(?=## )/m)
  const section = `## ${title}\n\n${body.trim()}\n`
  const at = sections.findIndex((each) => each.startsWith(`## ${title}\n`))
  const next = at === -1 ? [...sections, section] : sections.with(at, section)
  return [top, ...next].map((each) => `${each.trim()}\n`).join('\n')
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [first = [], ...rest] = rows
  return [first, first.map(() => '---'), ...rest].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** @param body Markdown; day and machine are put before it */
export async function writeSection(title: string, body: string): Promise<void> {
  const text = await readFile(page, 'utf8').catch(() => head)
  const day = new Date().toISOString().slice(0, 10)
  await writeFile(page, withSection(text, title, `- 日期：${day}\n- 机器：${machine()}\n\n${body}`))
}

/** The same, for benchmarks that another program runs: their `--save` comes as a variable. */
export async function saveIfAsked(title: string, body: string): Promise<void> {
  if (process.env['SAVE_BENCHMARKS'] === '1') await writeSection(title, body)
}
