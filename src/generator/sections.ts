import { isExamHeading, isGeneralTerm } from './line-words.ts'
import type { NoteLine } from './note-lines.ts'

/** Parts of the notes below a title, and the card that a title becomes with what stands below it. */

export type Section = {
  /** `item` is a line of a list with lines below it, `opened` one that ends with a colon. */
  kind: 'root' | 'heading' | 'item' | 'opened'
  title: string
  /** Of headings: 1 is the highest. */
  level: number
  /** The line of the title; null for the root. */
  line: NoteLine | null
  /** Lines that were understood by themselves. */
  understood: number
  leftovers: NoteLine[]
}

export function section(kind: Section['kind'], title: string, line: NoteLine | null, level = 0): Section {
  return {
    kind,
    title,
    level,
    line,
    understood: 0,
    leftovers: [],
  }
}

const maxListLines = 30

const written = (line: NoteLine): string => {
  if (line.marker === 'number') return `${line.ordinal ?? 1}. ${line.text}`
  return line.marker === 'bullet' ? `- ${line.text}` : line.raw
}

/** Lines as the back of a card: a list stays a list. */
export function asAnswer(lines: readonly NoteLine[]): string {
  return lines.map(written).join('\n')
}

/**
 * The card of a title with the lines that no rule understood by themselves. Undefined where most of them
 * were understood, or where the title asks for nothing.
 */
export function titleCard(of: Section): { front: string; back: string } | undefined {
  const { title, leftovers, understood, kind } = of
  const asks = kind !== 'root' && /[\p{L}\p{N}]/u.test(title) && !(kind === 'heading' && isExamHeading(title))
  if (!asks || leftovers.length <= understood || leftovers.length > maxListLines) return undefined
  return { front: title, back: asAnswer(leftovers) }
}

/** Whether a line still stands below the title. */
export function holdsLine(of: Section, line: NoteLine): boolean {
  if (of.kind === 'root' || of.kind === 'heading') return true
  const title = of.line!
  if (line.marker === 'heading') return false
  if (line.indent > title.indent) return true
  if (of.kind === 'item' || line.indent < title.indent) return false
  const isItem = line.marker === 'bullet' || line.marker === 'number'
  if (isItem) return title.marker !== line.marker
  const followsItem = (of.leftovers.at(-1)?.marker ?? null) !== null
  return !line.afterBlank && !followsItem && of.understood === 0
}

/** A card's front that says by itself what it is about. */
export function namedFront(front: string, of: Section): string {
  const isPart = of.kind === 'item' || of.kind === 'opened' || (of.kind === 'heading' && isGeneralTerm(front))
  return isPart && of.title ? `${of.title} · ${front}` : front
}
