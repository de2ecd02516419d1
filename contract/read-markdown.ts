import type { Typeset } from './card-markdown.ts'
import { plainText, type CardText } from './card-text.ts'

/** What a card's Markdown shows, or why there is nothing to show, and on which line of it, counted from 1. */
export type MarkdownReading = { text: CardText } | { line: number; reason: string }

/** KaTeX explains in English what it did not understand; a student is told that it is the formula. */
export const inChinese = (reason: string): string => reason.replace(/：[A-Za-z].*$/su, '')

/** A source without the sign has no formula. */
const noTypeset: Typeset = () => {
  throw new Error('没有公式')
}

/** Reads as a pack is read when it is saved. The parsers are only then imported when they are needed. */
export const readMarkdown = async (markdown: string): Promise<MarkdownReading> => {
  const [{ CardMarkdownError, parseCardMarkdown }, typeset] = await Promise.all([
    import('./card-markdown.ts'),
    markdown.includes('$') ? import('./typeset-math.ts').then((module) => module.typesetMath) : noTypeset,
  ])
  try {
    const text = parseCardMarkdown(markdown, typeset)
    return plainText(text).trim() === '' ? { line: 1, reason: '没有能显示的内容' } : { text }
  } catch (error) {
    if (!(error instanceof CardMarkdownError)) throw error
    return { line: error.line, reason: error.message }
  }
}
