import type { Typeset } from './card-markdown.ts'
import { plainText, type CardText } from './card-text.ts'
import { overloadOf } from './card-weight.ts'
import { maxPreparedSideLength } from '../limits.ts'

/** What a card's Markdown shows, or why there is nothing to show; where one line is to blame, counted from 1, which. */
export type MarkdownReading = { text: CardText } | { line?: number; reason: string }

/** KaTeX explains in English what it did not understand; a student reads that the formula is wrong. */
export function inChinese(reason: string): string {
  return reason.replace(/：[A-Za-z].*$/su, '')
}

/** A source without the sign has no formula. */
const noTypeset: Typeset = () => {
  throw new Error('没有公式')
}

export function loadTypeset(): Promise<Typeset> {
  return import('./typeset-math.ts').then((module) => module.typesetMath)
}

/**
 * Reads as a pack is read when it is saved. The parsers are only then imported when they are needed.
 * @param load what typesets formulas, asked for where there is one
 */
export async function readMarkdown(markdown: string, load = loadTypeset): Promise<MarkdownReading> {
  const overload = overloadOf(markdown)
  if (overload !== undefined) return { reason: overload }
  const [{ CardMarkdownError, parseCardMarkdown }, typeset] = await Promise.all([
    import('./card-markdown.ts'),
    markdown.includes('$') ? load() : noTypeset,
  ])
  try {
    const text = parseCardMarkdown(markdown, typeset)
    if (plainText(text).trim() === '') return { reason: '没有能显示的内容' }
    // Short to write, long to load: formulas and ruby become several elements a letter.
    return JSON.stringify(text).length > maxPreparedSideLength
      ? { reason: '公式、注音和格式太多，请分成几张卡片' }
      : { text }
  } catch (error) {
    // The call stack has an end, and no limit says for each engine where.
    if (error instanceof RangeError) return { reason: '嵌套太深，请删去一些格式' }
    if (!(error instanceof CardMarkdownError)) throw error
    return { line: error.line, reason: error.message }
  }
}
