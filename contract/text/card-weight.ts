import type { PrivateCard } from '../generation.ts'
import { maxCardSideFormulaLength, maxCardSideLines, maxCardSideSigns, maxCardSideWeight } from '../limits.ts'

/** How much work a card is for its parsers, judged by its text alone: page and server count alike. */

/** What Markdown may take for a sign of its own. A blank, `____`, is many of one: two underscores count as one. */
const signs = /[*`~[\]<>|#!$]|__?|(?:^|\s)(?:[-+]|\d{1,9}[.)])(?!\S)/g
/** Those that begin an item of a list, which is the dearest of all. */
const listMarkers = /(?:^|\s)(?:[-+*]|\d{1,9}[.)])(?!\S)/g
/** What it looks at only for a moment. */
const escapes = /[\\&]/g

const count = (pattern: RegExp, text: string): number => {
  let found = 0
  pattern.lastIndex = 0
  while (pattern.test(text)) found += 1
  return found
}

const lineEnd = /\n|\r\n?/g

const linesOf = (text: string): number => count(lineEnd, text) + 1

/** No formulas are longer together: all from the first dollar to the last one, or to the end where `$$` may be open. */
const formulaSpan = (text: string): number => {
  const from = text.indexOf('$')
  if (from === -1) return 0
  return (text.includes('$$') ? text.length : text.lastIndexOf('$') + 1) - from
}

/** In whole numbers, so that sums are the same in any order. */
const weightOfSide = (text: string): number =>
  Math.ceil(
    2 * count(signs, text) +
      2 * count(listMarkers, text) +
      2 * linesOf(text) +
      // What is over is refused before it is typeset.
      Math.min(formulaSpan(text), maxCardSideFormulaLength) / 2 +
      count(escapes, text) / 4 +
      text.length / 20,
  )

/** What a card takes of `maxCardWeightPerRequest`. */
export function weightOf({ front, back, hint, explanation }: Omit<PrivateCard, 'id'>): number {
  return [front, back, hint, explanation].reduce((sum, side) => sum + (side ? weightOfSide(side) : 0), 0)
}

/** Why the parsers do not even look at a side; undefined when they do. Its length is checked elsewhere. */
export function overloadOf(text: string): string | undefined {
  const lines = linesOf(text)
  if (lines > maxCardSideLines) return `共 ${lines} 行，最多 ${maxCardSideLines} 行，请分成几张卡片`
  const found = count(signs, text)
  if (found > maxCardSideSigns) {
    return `格式符号（如 * _ # | $）共 ${found} 个，最多 ${maxCardSideSigns} 个，请删去一些或分成几张卡片`
  }
  return weightOfSide(text) > maxCardSideWeight ? '公式和格式太多，请分成几张卡片' : undefined
}
