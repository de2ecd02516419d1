import { describe, expect, it } from 'vitest'
import { decodeText, formatOf } from './decode-text.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('decoding a file', () => {
  it('reads UTF-8, with and without its mark', () => {
    expect(decodeText(utf8('细胞：基本单位'))).toEqual({ text: '细胞：基本单位', encoding: 'utf-8' })
    expect(decodeText(utf8('\uFEFF细胞'))).toEqual({ text: '细胞', encoding: 'utf-8' })
    expect(decodeText(bytes())).toEqual({ text: '', encoding: 'utf-8' })
  })

  it('reads the GBK of Chinese Windows', () => {
    expect(decodeText(bytes(0xcf, 0xb8, 0xb0, 0xfb))).toEqual({ text: '细胞', encoding: 'gb18030' })
    // A character outside of GBK, in four bytes.
    expect(decodeText(bytes(0x95, 0x32, 0x82, 0x36))?.text).toBe('𠀀')
  })

  it('reads UTF-16 by its mark', () => {
    expect(decodeText(bytes(0xff, 0xfe, 0xc6, 0x7e))).toEqual({ text: '细', encoding: 'utf-16le' })
    expect(decodeText(bytes(0xfe, 0xff, 0x7e, 0xc6))).toEqual({ text: '细', encoding: 'utf-16be' })
  })

  it('refuses what is no text', () => {
    const png = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)
    const zip = bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00)
    expect([png, zip, bytes(0xff, 0xff), bytes(0xff, 0xfe, 0x00)].map(decodeText)).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('the format of a file', () => {
  it('is recognised by its name', () => {
    expect(['a.csv', 'a.TSV', 'a.txt', 'a.md', 'csv', 'a.csv.txt'].map(formatOf)).toEqual([
      'table',
      'table',
      'notes',
      'notes',
      'notes',
      'notes',
    ])
  })
})
