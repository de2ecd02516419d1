import type { Problem } from './draft-card.ts'
import { isJunk } from './line-words.ts'
import { mendScanned } from './scanned-text.ts'

/** Notes as lines that rules can look at: without page numbers, odd spaces and the signs of lists. */

export type NoteLine = {
  /** Counted from 1. */
  number: number
  /** In columns. */
  indent: number
  /** `block` is a formula or code of several lines: rules leave it as it is. */
  marker: 'bullet' | 'number' | 'heading' | 'block' | null
  /** Of a heading: 1 is the highest. */
  level: number
  /** Of a numbered line. */
  ordinal: number | null
  /** Without indentation and marker. */
  text: string
  /** With its marker. */
  raw: string
  afterBlank: boolean
}

const maxLineLength = 4000
const maxIndent = 40

const cleaned = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[\u200B\u2060\uFEFF\u00AD]|[\0-\b\x0E-\x1F\x7F]/g, '')
    .replace(/\u00A0/g, ' ')
    .replace(/\u3000/g, '  ')
    // Word's bullets stand in a private area of its symbol fonts.
    .replace(/[\uF000-\uF0FF]/g, '•')

const bullet = /^(?:[-*+–—] +|[•●·○■□◆▪▫➢►▶] *)(?:\[[ xX]\] +)?/
const number = /^(?:(\d{1,3})(?:[.．](?!\d)|[、)）]) *|[（(](\d{1,3})[)）] *|([①-⑳]) *)/
const markdownHeading = /^(#{1,6}) *(?=[^\s#])/
const chapterHeading =
  /^(?:第[一二三四五六七八九十百零〇\d]{1,5} ?([章部篇]|单元|[节课讲回])|(?:Unit|Module|Chapter|Lesson|Section) ?\d{1,3}\b)/i
const chineseNumber = /^(?:[一二三四五六七八九十]{1,3}[、．.] *|[（(][一二三四五六七八九十]{1,3}[)）] *)/
const decimalNumber = /^\d{1,2}(?:[.．]\d{1,2}){1,3} +/
const maxHeadingLength = 40

type Reading = Pick<NoteLine, 'marker' | 'level' | 'ordinal' | 'text'>

const heading = (level: number, text: string): Reading => ({ marker: 'heading', level, ordinal: null, text })

const readHeading = (raw: string): Reading | undefined => {
  const hashes = markdownHeading.exec(raw)
  if (hashes) return heading(hashes[1]!.length, raw.slice(hashes[0].length).replace(/ +#{1,6}$/, ''))
  if (raw.length > maxHeadingLength) return undefined
  const chapter = chapterHeading.exec(raw)
  if (chapter) return heading(/[节课讲回]/.test(chapter[1] ?? '') ? 2 : 1, raw)
  const counted = chineseNumber.exec(raw)
  if (counted) return heading(/^[（(]/.test(raw) ? 4 : 3, raw.slice(counted[0].length))
  const decimal = decimalNumber.exec(raw)
  if (decimal) return heading(2 + decimal[0].split(/[.．]/).length, raw.slice(decimal[0].length))
  return undefined
}

const ordinalOf = (found: RegExpExecArray): number =>
  found[3] ? found[3].charCodeAt(0) - '①'.charCodeAt(0) + 1 : Number(found[1] ?? found[2])

const readLine = (raw: string): Reading => {
  const title = readHeading(raw)
  if (title) return title
  const dot = bullet.exec(raw)
  if (dot) return { marker: 'bullet', level: 0, ordinal: null, text: raw.slice(dot[0].length) }
  const count = number.exec(raw)
  if (count)
    return { marker: 'number', level: 0, ordinal: ordinalOf(count), text: raw.slice(count[0].length) }
  return { marker: null, level: 0, ordinal: null, text: raw }
}

const indentOf = (line: string): number => {
  const space = /^[ \t]*/.exec(line)![0]
  return Math.min(maxIndent, space.length + 3 * (space.split('\t').length - 1))
}

const opensBlock = (line: string): '```' | '$$' | undefined =>
  line.startsWith('```') ? '```' : line === '$$' ? '$$' : undefined

/** Where the block closes that opens on a row; -1 when it never does. */
const closingRow = (rows: readonly string[], from: number, fence: string): number => {
  let at = from + 1
  while (at < rows.length && rows[at]!.trim() !== fence) at += 1
  return at < rows.length ? at : -1
}

/** A tab or two spaces set columns apart; more of them say no more. */
const narrowed = (line: string): string => line.replace(/ *\t[ \t]*/g, '\t').replace(/ {3,}/g, '  ')

/** @param report receives the lines that are too long to be looked at */
export function readNoteLines(text: string, report: (problem: Problem) => void): NoteLine[] {
  const rows = mendScanned(cleaned(text)).split('\n')
  const lines: NoteLine[] = []
  // What was once not found is not looked for again, so the rows are read twice at most.
  const unclosed = new Set<string>()
  let afterBlank = true
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!
    const trimmed = row.trim().replace(/^(?:> ?){1,8}/, '')
    const place = { number: index + 1, indent: indentOf(row), afterBlank }
    const fence = opensBlock(trimmed)
    const closing = fence && !unclosed.has(fence) ? closingRow(rows, index, fence) : -1
    if (fence && closing === -1) unclosed.add(fence)
    afterBlank = trimmed === ''
    if (trimmed.length > maxLineLength) {
      report({ line: place.number, text: trimmed, reason: 'too_long' })
    } else if (closing !== -1) {
      const block = rows
        .slice(index, closing + 1)
        .join('\n')
        .trim()
      lines.push({ ...place, marker: 'block', level: 0, ordinal: null, text: block, raw: block })
      index = closing
    } else if (!isJunk(trimmed)) {
      const raw = narrowed(trimmed)
      lines.push({ ...place, ...readLine(raw), raw })
    }
  }
  return lines
}
