import { plainText, type CardText } from '#contract/card-text.ts'
import { bytesOnWire, catalogueVersion, contentHash } from './card-sums.ts'

/** Makes of written cards what phones show; for the words outside of the library that write cards. */

/** Or why there is nothing to show, and on which line of the source, counted from 1. */
export type MarkdownReading = { text: CardText } | { line: number; reason: string }

export type CardPress = {
  /** The parsers are only then imported when they are needed. */
  read: (markdown: string) => Promise<MarkdownReading>
  contentHash: typeof contentHash
  bytesOnWire: typeof bytesOnWire
  catalogueVersion: typeof catalogueVersion
}

const read: CardPress['read'] = async (markdown) => {
  const [{ CardMarkdownError, parseCardMarkdown }, { typesetMath }] = await Promise.all([
    import('#contract/card-markdown.ts'),
    import('./typeset-math.ts'),
  ])
  try {
    const text = parseCardMarkdown(markdown, typesetMath)
    return plainText(text).trim() === '' ? { line: 1, reason: '没有能显示的内容' } : { text }
  } catch (error) {
    if (!(error instanceof CardMarkdownError)) throw error
    return { line: error.line, reason: error.message }
  }
}

export const cardPress: CardPress = { read, contentHash, bytesOnWire, catalogueVersion }
