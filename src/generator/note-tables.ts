import { maskFormulas } from './masked-text.ts'
import type { NoteLine } from './note-lines.ts'
import { isHeader, type TableRow } from './table-cards.ts'

/** Tables within notes: Markdown's pipes, and the tabs of what is pasted from Word or a spreadsheet. */

export type NoteTable = { header: TableRow | undefined; rows: TableRow[]; lineCount: number }

/** A pipe in a formula, or after a backslash, is a letter. */
const pipeCells = (raw: string): string[] => {
  const masked = maskFormulas(raw).replace(/\\[^]/g, '\u0001\u0001')
  const cells: string[] = []
  let from = masked.startsWith('|') ? 1 : 0
  for (let at = masked.indexOf('|', from); at !== -1; at = masked.indexOf('|', from)) {
    cells.push(raw.slice(from, at))
    from = at + 1
  }
  if (from < raw.length) cells.push(raw.slice(from))
  return cells.map((cell) => cell.replace(/\\\|/g, '|').trim())
}

const isDelimiter = (line: NoteLine | undefined): boolean =>
  line !== undefined && line.raw.includes('|') && pipeCells(line.raw).every((cell) => /^:?-+:?$/.test(cell))

const runOf = (lines: readonly NoteLine[], from: number, test: (line: NoteLine) => boolean): NoteLine[] => {
  let end = from
  while (end < lines.length && test(lines[end]!) && (end === from || !lines[end]!.afterBlank)) end += 1
  return lines.slice(from, end)
}

const pipeTable = (lines: readonly NoteLine[], at: number): NoteTable | undefined => {
  const head = lines[at]!
  if (!head.raw.includes('|') || !isDelimiter(lines[at + 1])) return undefined
  const body = runOf(lines, at + 2, ({ raw }) => raw.includes('|'))
  return {
    header: { line: head.number, cells: pipeCells(head.raw) },
    rows: body.map(({ number, raw }) => ({ line: number, cells: pipeCells(raw) })),
    lineCount: body.length + 2,
  }
}

const tabTable = (lines: readonly NoteLine[], at: number): NoteTable | undefined => {
  if (!lines[at]!.raw.includes('\t')) return undefined
  const found = runOf(lines, at, ({ raw }) => raw.includes('\t'))
  if (found.length < 2) return undefined
  const rows = found.map(({ number, raw }) => ({ line: number, cells: raw.split('\t') }))
  const [header, ...body] = rows
  return isHeader(rows)
    ? { header, rows: body, lineCount: found.length }
    : { header: undefined, rows, lineCount: found.length }
}

/** The table that begins on this line. */
export function readNoteTable(lines: readonly NoteLine[], at: number): NoteTable | undefined {
  return pipeTable(lines, at) ?? tabTable(lines, at)
}
