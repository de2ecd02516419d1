import { expect, test } from 'vitest'
import { formatCount, formatNumber, formatShare } from './format-count.ts'

test('numbers are grouped', () => {
  expect(formatNumber(4210, 'zh-CN')).toBe('4,210')
})

test('numbers in Chinese are grouped as Intl groups them', () => {
  const intl = new Intl.NumberFormat('zh-CN')
  for (const value of [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, -999, -1000, -1_234_567, 0.5]) {
    expect(formatNumber(value, 'zh-CN')).toBe(intl.format(value))
  }
})

test('large counts are told in 万', () => {
  expect(formatCount(860, 'zh-CN')).toBe('860')
  expect(formatCount(12_345, 'zh-CN')).toBe('1.2万')
})

test('a share is a whole percentage', () => {
  expect(formatShare(0.684, 'zh-CN')).toBe('68%')
})
