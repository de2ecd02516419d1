import { describe, expect, it } from 'vitest'
import { isShowable, toSide } from './card-side.ts'

describe('card Markdown of a piece of notes', () => {
  const same = [
    '**粗**与*斜*',
    '$a<b$ 与 `<b>`',
    '$$\na<b\n$$',
    '```\n<b>\n```',
    '- 一\n- 二',
    '1 < 2 且 3 > 2',
    '\\<b>',
    '{汉|hàn}',
  ]
  it.each(same)('stays what it is: %s', (text) => expect(toSide(text)).toBe(text))

  const changed: [string, string][] = [
    ['<b>x</b>', '\\<b>x\\</b>'],
    ['<!-- x -->', '\\<!-- x -->'],
    ['甲<br/>乙<BR>丙', '甲\n乙\n丙'],
    ['![猫](x.png)', '猫'],
    ['![猫', '!\\[猫'],
    ['花了 $5', '花了 \\$5'],
    ['`没有结束', '\\`没有结束'],
    ['2*3*4', '2\\*3\\*4'],
    ['> 5', '\\> 5'],
    ['# 号', '\\# 号'],
    ['[1]: 注', '\\[1]: 注'],
    ['  甲  \t 乙  ', '甲 乙'],
    ['甲\r\n乙\r丙', '甲\n乙\n丙'],
  ]
  it.each(changed)('makes text of what a card cannot hold: %s', (text, side) =>
    expect(toSide(text)).toBe(side),
  )

  it('makes text of a formula that is too long, and of those that are too many', () => {
    const words = '苹果和梨'.repeat(200)
    expect(toSide(`一共 $5，${words}，找回 $2`)).toBe(`一共 \\$5，${words}，找回 \\$2`)
    const formula = `$${'x'.repeat(590)}$`
    expect(toSide([formula, formula, formula].join(' '))).toBe(
      `${formula} ${formula} \\$${'x'.repeat(590)}\\$`,
    )
  })
})

describe('a side that can be shown', () => {
  it('has more on it than the signs of Markdown', () => {
    expect(['', '---', '***', '-', '1.', '> ', '``', '$$', '[]:'].map(isShowable)).toEqual(
      Array(9).fill(false),
    )
    expect(['甲', '7', '-5', '1. 甲', '？', '…', '😀'].map(isShowable)).toEqual(Array(7).fill(true))
  })
})
