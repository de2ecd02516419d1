import { describe, expect, test } from 'vitest'
import { parseCardMarkdown } from './text/card-markdown.ts'
import { characterOf, characterOfFile, strokesPath } from './stroke-order.ts'

const front = (markdown: string) =>
  parseCardMarkdown(markdown, () => {
    throw new Error('no formula here')
  })

describe('the character of a card', () => {
  test.each([
    ['永', '永'],
    ['**永**', '永'],
    ['{永|yǒng}', '永'],
    ['「永」', '永'],
    ['𠮷', '𠮷'],
    ['火\n\n这个字一共几画？笔顺是怎样的？', '火'],
    ['火\n\n怎么读？', '火'],
    ['「永」怎么写', '永'],
    ['「永」的笔顺', '永'],
    ['“鸟”字的第四笔是什么？', '鸟'],
    ['"凹" 一共几画？', '凹'],
    ['用手指写一写「飞」，说出它的笔顺。', '飞'],
    ['永的笔顺是什么？', '永'],
    ['永字怎么写？', '永'],
  ])('is named by %j', (markdown, character) => {
    expect(characterOf(front(markdown))).toBe(character)
  })

  test.each([
    [''],
    ['永远'],
    ['N'],
    ['あ'],
    ['〇'],
    ['㍿'],
    ['8'],
    ['氢\n\n它的元素符号是什么？'],
    ['「旦日不可不蚤自来**谢**项王。」\n\n「谢」是什么意思？'],
    ['「假」在这里是什么意思？'],
    ['「己」和「已」的笔顺一样吗？'],
    ['“己”和「已」怎么写？'],
    ['成语「完璧归赵」里的「璧」怎么写？'],
    ['水的化学式怎么写？'],
    ['汉字的笔顺是什么？'],
    ['笔顺的规则是什么？'],
  ])('is none in %j', (markdown) => {
    expect(characterOf(front(markdown))).toBeNull()
  })
})

describe('the address of strokes', () => {
  test.each(['一', '永', '龥', '㐆', '𠮷'])('leads back to %s', (character) => {
    const path = strokesPath(character)
    expect(path).toMatch(/^\/strokes\/[0-9a-f]{4,5}\.json$/)
    expect(characterOfFile(path.slice('/strokes/'.length))).toBe(character)
  })

  test.each([
    '',
    '6c38',
    '6C38.json',
    '永.json',
    '06c38.json.json',
    '../package.json',
    '41.json',
    '0041.json',
    'd800.json',
    'fffff.json',
    'index.js',
    '2e80.json',
  ])('is none of a character: %j', (name) => {
    expect(characterOfFile(name)).toBeNull()
  })
})
