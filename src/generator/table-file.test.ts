import { describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'
import type { DraftCard } from './draft-card.ts'
import { cardsFromTable, tableOfCards } from './table-file.ts'

const sides = (file: string): [string, string][] => {
  const { cards, problems } = cardsFromTable(file)
  expect(problems).toEqual([])
  return cards.map(({ front, back }) => [front, back])
}

describe('reading a table file', () => {
  it('takes commas, semicolons and tabs, and every line end', () => {
    const expected = [
      ['细胞', '基本单位'],
      ['酶', '有机物'],
    ]
    expect(sides('细胞,基本单位\r\n酶,有机物\r\n')).toEqual(expected)
    expect(sides('细胞;基本单位\r酶;有机物')).toEqual(expected)
    expect(sides('\uFEFF细胞\t基本单位\n酶\t有机物\n')).toEqual(expected)
    expect(sides('sep=;\n细胞;基本单位\n酶;有机物')).toEqual(expected)
  })

  it('reads quotation marks as RFC 4180 writes them', () => {
    expect(sides('"甲,乙","他说""好"""\n"两\n行",丙\n')).toEqual([
      ['甲,乙', '他说"好"'],
      ['两\n行', '丙'],
    ])
  })

  it('knows the names of columns in Chinese and English, in any order', () => {
    expect(cardsFromTable('释义,音标,单词,例句\n放弃,/ə/,abandon,to abandon').cards).toEqual([
      { front: 'abandon', back: '放弃', explanation: 'to abandon\n音标：/ə/' },
    ])
    expect(cardsFromTable('Chapter,Front,Back,Hint,Note\nU1,a,b,c,d').cards).toEqual([
      { front: 'a', back: 'b', hint: 'c', explanation: 'd', chapter: 'U1' },
    ])
  })

  it('takes the first column for the question when none has a name', () => {
    expect(sides('1,秦,咸阳\n2,汉,长安')).toEqual([
      ['秦', '咸阳'],
      ['汉', '长安'],
    ])
    expect(sides('秦,嬴政,咸阳\n汉,刘邦,长安')).toEqual([
      ['秦', '嬴政\n咸阳'],
      ['汉', '刘邦\n长安'],
    ])
  })

  it('passes over what Anki writes above its notes', () => {
    expect(sides('#separator:tab\n#html:true\n细胞\t基本单位')).toEqual([['细胞', '基本单位']])
  })

  it('names the rows that lack a side', () => {
    expect(cardsFromTable('单词,释义\nabandon\n\n,放弃\na,b').problems).toEqual([
      { line: 2, text: 'abandon', reason: 'unmatched' },
      { line: 4, text: '放弃', reason: 'unmatched' },
    ])
  })

  it('does not lose the file to a quotation mark that nothing closes', () => {
    const { cards, problems } = cardsFromTable('细胞,基本单位\n"酶,有机物\n水,"无"色\n盐,"咸')
    expect(cards.map(({ front }) => front)).toEqual(['细胞', '"酶', '水', '盐'])
    expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'open_quote'],
      [3, 'open_quote'],
      [4, 'open_quote'],
    ])
  })

  it('reports the line where a row begins, below cells of several lines', () => {
    expect(readCsv('"a\nb\nc",d\ne,f').rows.map(({ line }) => line)).toEqual([1, 4])
  })
})

describe('writing a table file', () => {
  const cards: DraftCard[] = [
    { front: '甲,乙', back: '他说"好"\n第二行', hint: ' ', explanation: '$E=mc^2$' },
    { front: '=1+1', back: '-5℃', chapter: '第一章' },
    { front: "'=原样", back: '+86' },
    { front: '@某人', back: '\\<b>粗体\\</b>' },
  ]

  it('is read back as the same cards', () => {
    const { cards: read, problems } = cardsFromTable(tableOfCards(cards))
    expect(problems).toEqual([])
    expect(read).toEqual([
      { front: '甲,乙', back: '他说"好"\n第二行', explanation: '$E=mc^2$' },
      ...cards.slice(1),
    ])
  })

  it('has names, a byte order mark and the line ends of RFC 4180', () => {
    expect(tableOfCards([{ front: '甲', back: '乙' }])).toBe('\uFEFF正面,背面,提示,解析,章\r\n甲,乙,,,\r\n')
  })

  it('makes text of what a spreadsheet would run', () => {
    expect(writeCsv([['=HYPERLINK("http://x")', '+1', '-1', '@a', '\tb', "'=c", '1-2', "it's"]])).toBe(
      `\uFEFF"'=HYPERLINK(""http://x"")",'+1,'-1,'@a,"'\tb",''=c,1-2,it's\r\n`,
    )
  })
})
