/** CSV as RFC 4180 has it, and as people's programs write it: commas, semicolons or tabs; any line end. */

type CsvRow = {
  /** Counted from 1: where the row begins. */
  line: number
  cells: string[]
}

type Delimiter = ',' | ';' | '\t'
const delimiters: readonly Delimiter[] = ['\t', ',', ';']
const sampleLength = 10_000

type Reading = { rows: CsvRow[]; openQuotes: number[] }

/**
 * A quotation mark that nothing closes is read as a letter, and from there on none reaches over the end of
 * its line: one such mark must not swallow the file, and the text is read in one go.
 */
const readRows = (text: string, delimiter: Delimiter): Reading => {
  const rows: CsvRow[] = []
  const openQuotes: number[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let at = 0
  let staysOnLine = false
  /** Quotation marks before this place are letters. */
  let literalBefore = 0

  const lineEnd = (from: number): number => {
    const end = text.indexOf('\n', from)
    return end === -1 ? text.length : end
  }
  /** What stands before neither a delimiter nor an end is a letter, as people forget to double it. */
  const closingQuote = (from: number): number => {
    const limit = staysOnLine ? lineEnd(from) : text.length
    let quote = text.indexOf('"', from)
    while (quote !== -1 && quote < limit) {
      const next = text[quote + 1]
      if (next === undefined || next === delimiter || next === '\n') return quote
      quote = text.indexOf('"', quote + (next === '"' ? 2 : 1))
    }
    return -1
  }
  const quotedCell = (): string | undefined => {
    const end = closingQuote(at + 1)
    if (end === -1) {
      openQuotes.push(line)
      staysOnLine = true
      literalBefore = lineEnd(at)
      return undefined
    }
    const cell = text.slice(at + 1, end).replaceAll('""', '"')
    line += cell.split('\n').length - 1
    at = end + 1
    return cell
  }
  const bareCell = (): string => {
    const from = at
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1
    return text.slice(from, at)
  }

  while (at < text.length) {
    row.cells.push((text[at] === '"' && at >= literalBefore ? quotedCell() : undefined) ?? bareCell())
    const isEnd = at >= text.length || text[at] === '\n'
    if (!isEnd && at === text.length - 1) row.cells.push('')
    at += 1
    if (isEnd) {
      rows.push(row)
      line += 1
      row = { line, cells: [] }
    }
  }
  if (row.cells.length > 0) rows.push(row)
  return { rows, openQuotes }
}

/** How many rows have the number of cells that most of them have. */
const agreement = (rows: readonly CsvRow[]): number => {
  const counts = new Map<number, number>()
  for (const { cells } of rows) {
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const guessDelimiter = (text: string): Delimiter => {
  const sample = text.slice(0, sampleLength)
  const scores = delimiters.map((delimiter) => agreement(readRows(sample, delimiter).rows))
  return delimiters[scores.indexOf(Math.max(...scores))]!
}

/** The rows that hold anything, and the lines of quotation marks that nothing closes. */
export function readCsv(source: string): Reading {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const named = /^sep=([,;\t])\n/i.exec(text)
  const body = named ? `\n${text.slice(named[0].length)}` : text
  const { rows, openQuotes } = readRows(body, (named?.[1] as Delimiter | undefined) ?? guessDelimiter(body))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim())), openQuotes }
}

// A spreadsheet runs what begins so (OWASP, "CSV injection"); an apostrophe makes it text.
const formula = /^'*[=+\-@＝＋－＠\t\r]/
const neutralised = /^'+[=+\-@＝＋－＠\t\r]/

const writeCell = (cell: string): string => {
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Without the apostrophe that writing put before it. */
export function readCell(cell: string): string {
  return neutralised.test(cell) ? cell.slice(1) : cell
}

/** A file for spreadsheets: they take it for UTF-8 by its byte order mark. No cell of it is a formula. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`
}
