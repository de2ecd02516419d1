import { readMarkdown, type MarkdownReading } from '#contract/text/read-markdown.ts'
import { bytesOfEach, catalogueVersion, contentHash } from './card-sums.ts'

/** Makes of written cards what phones show; for the words outside of the library that write cards. */

export type CardParser = {
  /** The parsers are only then imported when they are needed. */
  read: (markdown: string) => Promise<MarkdownReading>
  contentHash: typeof contentHash
  bytesOfEach: typeof bytesOfEach
  catalogueVersion: typeof catalogueVersion
}

export const cardParser: CardParser = { read: readMarkdown, contentHash, bytesOfEach, catalogueVersion }
