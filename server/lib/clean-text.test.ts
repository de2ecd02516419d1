import { describe, expect, it } from 'vitest'
import { ExpectedError } from './errors.ts'
import { cleanLine, cleanText, keepPrintable } from './clean-text.ts'

const refused = (work: () => string) => expect(work).toThrow(ExpectedError)

const unprintable = [
  ['a null', 'a\0b'],
  ['a bell', 'a\u0007b'],
  ['a right-to-left override', '好\u202e坏'],
  ['an isolate', '\u2067坏'],
  ['a line separator', 'a\u2028b'],
  ['half a character', 'a\ud800b'],
] satisfies [string, string][]

describe('a line', () => {
  it('loses the space around it and nothing else', () => {
    expect(cleanLine('\u3000 林 小满 ', '名字')).toBe('林 小满')
    expect(cleanLine('👩‍👩‍👧', '名字')).toBe('👩‍👩‍👧')
  })

  it.each<[string, string]>([...unprintable, ['a new line', 'a\nb'], ['nothing', '  ']])(
    'with %s is refused',
    (_, text) => refused(() => cleanLine(text, '名字')),
  )

  it.each([
    ['zero-width spaces', '\u200b\u200b'],
    ['a Hangul filler', '\u3164'],
    ['a soft hyphen', '\u00ad'],
  ])('in which nothing can be seen, %s, is refused', (_, text) => refused(() => cleanLine(text, '名字')))

  it('is refused under its name', () => {
    expect(() => cleanLine('', '名字')).toThrow('提交的内容有误：名字')
  })
})

describe('a text', () => {
  it('keeps its lines, whichever way they end, and one empty line between them', () => {
    expect(cleanText(' 第一行 \r\n\r\n\r\n\r\n第二行\r第三行\n', '评价')).toBe('第一行\n\n第二行\n第三行')
  })

  it('in which nothing can be seen is empty', () => {
    for (const text of ['', ' \n ', '\u200b\n\u200b']) expect(cleanText(text, '评价')).toBe('')
  })

  it('has spaces for tabs', () => {
    expect(cleanText('甲\t乙', '评价')).toBe('甲 乙')
  })

  it.each(unprintable)('with %s is refused', (_, text) => refused(() => cleanText(text, '评价')))
})

describe('what a device calls itself', () => {
  it.each(unprintable)('loses %s', (_, text) => {
    expect(keepPrintable(text)).toMatch(/^[a好]? ?[b坏]$/u)
  })

  it('keeps the rest, on one line', () => {
    expect(keepPrintable(' Android · Chrome ')).toBe('Android · Chrome')
    expect(keepPrintable('小满的\n手机 👩‍👩‍👧')).toBe('小满的 手机 👩‍👩‍👧')
  })

  it('is nothing where nothing can be seen', () => {
    for (const text of ['', ' \n ', '\u200b', '\u202e\0']) expect(keepPrintable(text)).toBe('')
  })
})

describe('marks stacked on one letter', () => {
  const stack = `小${'\u0301'.repeat(20)}满`

  it('are refused where somebody types them, and left out of what a device says of itself', () => {
    refused(() => cleanLine(stack, '名字'))
    refused(() => cleanText(`好\n${stack}`, '评价'))
    expect(keepPrintable(stack)).toBe('小满')
  })

  it('stay where languages need them', () => {
    for (const name of ['Nguyễn Thị Ế', 'ที่นี่', 'नमस्ते', '1️⃣ 小满']) expect(cleanLine(name, '名字')).toBe(name)
  })
})
