import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCardMarkdown } from '#contract/text/card-markdown.ts'
import { plainText, type MathNode } from '#contract/text/card-text.ts'
import { maxCardSideLength, maxCardsInPrivatePack } from '#contract/limits.ts'
import { isShowable, toSide } from '#src/generator/card-side.ts'
import type { Generation } from '#src/generator/draft-card.ts'
import { readCsv } from '#src/generator/csv.ts'
import { cardsFromNotes } from '#src/generator/notes.ts'
import { cardsFromTable, tableOfCards } from '#src/generator/table-file.ts'

/** What holds for any text at all. */

const pieces = fc.constantFrom(
  ...'： : = == — —— - → | | \t \n \n\n \r\n ** * 【 】 {{c1:: }} $ $$ ` ``` # ## > < <b> <br> ![ ]( ) ( （ ） “ ” " "" ; , 。 ？ ? ！ \\ ____ --- 1. 2. (1) ① A. • 一、 第一章 问： 答： 答案： 参考答案 解析： Q: A: 1911年 apple 苹果 v. /ə/ 细胞 x 7 😀 \uD800 \0 \u3000 http://'.split(
    ' ',
  ),
  ' ',
  '    ',
)
const notes = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

const typeset = (tex: string): MathNode => ['math', {}, tex]
const shown = (side: string): string => plainText(parseCardMarkdown(side, typeset))

const expectWithinLimits = ({ cards, problems }: Generation, lineCount: number): void => {
  expect(cards.length).toBeLessThanOrEqual(maxCardsInPrivatePack)
  for (const { front, back, hint, explanation } of cards) {
    for (const side of [front, back]) {
      expect(side.length).toBeLessThanOrEqual(maxCardSideLength)
      expect(side).toBe(side.trim())
    }
    for (const side of [front, back, hint, explanation]) {
      if (side !== undefined) expect(shown(side).trim()).not.toBe('')
    }
    expect((hint ?? '').length).toBeLessThanOrEqual(1000)
    expect((explanation ?? '').length).toBeLessThanOrEqual(4000)
  }
  for (const { line } of problems) {
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lineCount)
  }
}

const lineCountOf = (text: string): number => text.split(/\r\n?|[\n\v\f\u2028\u2029]/).length

describe('any notes', () => {
  it('become cards that the server takes, or problems', () => {
    fc.assert(
      fc.property(notes, (text) => expectWithinLimits(cardsFromNotes(text), lineCountOf(text))),
      { numRuns: 3000 },
    )
  })

  it('become the same cards again', () => {
    fc.assert(
      fc.property(notes, (text) => {
        expect(cardsFromNotes(text)).toEqual(cardsFromNotes(text))
      }),
    )
  })
})

describe('any file', () => {
  it('becomes cards that the server takes, or problems', () => {
    fc.assert(
      fc.property(notes, (text) => expectWithinLimits(cardsFromTable(text), lineCountOf(text))),
      { numRuns: 3000 },
    )
  })

  it('that was exported is read back as the same cards', () => {
    const card = fc.record(
      { front: notes, back: notes, hint: notes, explanation: notes, chapter: fc.string({ maxLength: 20 }) },
      { requiredKeys: ['front', 'back'] },
    )
    const cell = (text: string): string => toSide(text)
    fc.assert(
      fc.property(fc.array(card, { maxLength: 5 }), (written) => {
        const cards = cardsFromTable(
          tableOfCards(
            written.map((draft) => ({ ...draft, front: cell(draft.front), back: cell(draft.back) })),
          ),
        ).cards
        expect(cardsFromTable(tableOfCards(cards))).toEqual({ cards, problems: [] })
      }),
      { numRuns: 1000 },
    )
  })

  it('holds no cell that a spreadsheet would run', () => {
    const signs = fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'=", "''+", '＝', '＋', '－', '＠')
    fc.assert(
      fc.property(signs, notes, (sign, text) => {
        const { rows } = readCsv(tableOfCards([{ front: sign + text, back: 'x', hint: text }]))
        for (const cell of rows.flatMap(({ cells }) => cells))
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/)
      }),
    )
  })
})

describe('a side of a card', () => {
  it('is made once: doing it again changes nothing', () => {
    fc.assert(
      fc.property(notes, (text) => {
        const side = toSide(text)
        expect(toSide(side)).toBe(side)
      }),
      { numRuns: 3000 },
    )
  })

  it('is never HTML or an image', () => {
    fc.assert(
      fc.property(notes, (text) => {
        const side = toSide(text.replaceAll('|', ''))
        if (isShowable(side)) expect(() => shown(side)).not.toThrow()
      }),
      { numRuns: 3000 },
    )
  })
})

describe('200 KB of malice', () => {
  const length = 200_000
  const attacks: [string, string][] = [
    ...'： : = — - | \t * ** 【 {{c1:: {{c1::x}} $ $$ ` # > < ( （ “ " ; , 。 ？ \\ _ ~ [ ![ ![]( <br 1. ① • 答： 问： 解析： /'
      .split(' ')
      .map((unit): [string, string] => [unit, unit]),
    ['spaces', ' '],
    ['words', 'a '],
    ['lines of spaces', `${' '.repeat(3000)}x\n`],
    ['colons in lines', 'a：b\n答：c\n'],
    ['open fences', '```\nx\n'],
    ['closed fences', '```\n```\n'],
    ['open formulas', '$$\nx\n'],
    ['numbers', '1. x\n'],
    ['a count', '1. x\n答案：\n1. y\n2. z\n'],
    ['an opened list', '甲：\n乙\n'],
    ['dates', '1911年'],
    ['a deep list', Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}- x\n`).join('')],
    ['headings', '# a\n## b\n'],
    ['keys', '1. x\n2. y\n'],
    ['tabs', 'a\tb\n'],
    ['pipes', '|a|b|\n|-|-|\n'],
    ['quotes', '"a\n'],
    ['quoted quotes', '"a""\n'],
    ['clozes of one sentence', '甲**乙**'],
    ['brackets of every kind', '（“《【{{c1::'],
    ['questions', '什么？\n'],
    ['emphasis', '**a*'],
  ]
  // A rule that goes back and forth over its line would take minutes. Counted in the processor's own time, so
  // that a busy machine changes nothing.
  const limitMs = 4000
  const cpuMs = (since: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1000
  }
  it.each(attacks)('takes little time: %s', (_, unit) => {
    const lines = unit.repeat(Math.ceil(length / unit.length))
    const longLine = unit.replaceAll('\n', ' ').repeat(Math.floor(3900 / unit.length))
    for (const attack of [lines, `${longLine}\n`.repeat(length / 3900)]) {
      const start = process.cpuUsage()
      cardsFromNotes(attack)
      cardsFromTable(attack)
      expect(cpuMs(start)).toBeLessThan(limitMs)
    }
  })
})
