import { CardMarkdownError, maxMarkdownLength, parseCardMarkdown } from '#contract/text/card-markdown.ts'
import type { CardText } from '#contract/text/card-text.ts'
import type { ReportProblem } from './problems.ts'
import { typesetMath } from '#contract/text/typeset-math.ts'
import type { TextField, TextRule } from './yaml-fields.ts'

/** Rules that fields of several files have in common. */

export const slugRule: TextRule = {
  max: 48,
  pattern: /^[a-z0-9][a-z0-9-]*$/,
  patternHint: '只能用小写字母、数字与连字符',
}

export function oneLine(min: number, max: number): TextRule {
  return {
    min,
    max,
    pattern: /^[^\n]*$/,
    patternHint: '只能有一行',
  }
}

export const markdownRule: TextRule = { max: maxMarkdownLength }

/** The tree of a Markdown field; a problem is reported on the line where it stands. */
export function readMarkdown(field: TextField, report: ReportProblem): CardText {
  try {
    const text = parseCardMarkdown(field.value, typesetMath)
    if (field.value && text.length === 0) report(field.line, '没有能显示的内容')
    return text
  } catch (error) {
    if (!(error instanceof CardMarkdownError)) throw error
    report(field.line + error.line - 1, error.message)
    return []
  }
}

/** Reports every id after the first of its kind. */
export function reportRepeated(ids: readonly TextField[], what: string, report: ReportProblem): void {
  const seen = new Set<string>()
  for (const { value, line } of ids) {
    if (value && seen.has(value)) report(line, `${what} ${value} 重复`)
    seen.add(value)
  }
}

/** Reports an id that is not among the known ones. */
export function reportUnknown(
  id: TextField,
  known: ReadonlySet<string>,
  where: string,
  report: ReportProblem,
): void {
  if (id.value && !known.has(id.value)) report(id.line, `${where} 里没有 ${id.value}`)
}
