import { collectCards } from './card-collector.ts'
import { readCell, readCsv, writeCsv } from './csv.ts'
import type { DraftCard, Generation, Problem } from './draft-card.ts'
import { isHeader, tableCards } from './table-cards.ts'

/** Cards from CSV and TSV files, and the file that cards are exported as. */

/** What Anki writes above its notes. */
const isDirective = (cell: string): boolean =>
  /^#(?:separator|html|tags|columns|notetype|deck|guid)\b/.test(cell)

/** Never throws; rows that are no card are its problems. */
export function cardsFromTable(text: string): Generation {
  const { rows, openQuotes } = readCsv(text)
  const table = rows
    .filter(({ cells }) => !isDirective(cells[0] ?? ''))
    .map(({ line, cells }) => ({ line, cells: cells.map((cell) => readCell(cell).trim()) }))
  const header = isHeader(table) ? table[0] : undefined
  const { cards, incomplete } = tableCards(header ? table.slice(1) : table, header)
  const problems: Problem[] = [
    ...incomplete.map(({ line, cells }): Problem => ({
      line,
      text: cells.join(' ').trim(),
      reason: 'unmatched',
    })),
    ...openQuotes.map((line): Problem => ({ line, text: '"', reason: 'open_quote' })),
  ]
  return collectCards(cards, problems, false)
}

const columns = { front: '正面', back: '背面', hint: '提示', explanation: '解析', chapter: '章' } as const

/** A file that `cardsFromTable` reads back as the same cards. */
export function tableOfCards(cards: readonly DraftCard[]): string {
  return writeCsv([
    Object.values(columns),
    ...cards.map((card) => (Object.keys(columns) as (keyof typeof columns)[]).map((key) => card[key] ?? '')),
  ])
}
