import { expect, test } from 'vitest'
import { formatCount, formatNumber, formatShare } from './format-count.ts'

test('numbers are grouped', () => {
  expect(formatNumber(4210)).toBe('4,210')
})

test('numbers are grouped as Intl groups them', () => {
  const intl = new Intl.NumberFormat('zh-CN')
  for (const value of [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, -999, -1000, -1_234_567]) {
    expect(formatNumber(value)).toBe(intl.format(value))
  }
})

test('one decimal at most is as Intl gives it', () => {
  const intl = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 1 })
  for (const value of [0.04, 0.05, 0.1, 3.45, 12, 999.95, 1234.56])
    expect(formatNumber(value, 1)).toBe(intl.format(value))
})

test.each([
  0, 7, 860, 1_000, 1_234, 9_999, 10_000, 10_499, 10_500, 12_345, 99_949, 99_950, 99_999, 100_000, 123_456,
  12_345_678, 99_949_999, 99_999_499, 99_999_500, 100_000_000, 149_999_999, 1_234_567_890, 999_949_999_999,
])('%d is written in 万 and 亿 as Intl writes it', (value) => {
  const intl = new Intl.NumberFormat('zh-CN', { notation: 'compact', maximumFractionDigits: 1 })
  expect(formatCount(value)).toBe(intl.format(value))
})

test('a share is the percentage that Intl gives', () => {
  const intl = new Intl.NumberFormat('zh-CN', { style: 'percent' })
  for (let thousandth = 0; thousandth <= 1_000; thousandth += 1) {
    expect(formatShare(thousandth / 1_000)).toBe(intl.format(thousandth / 1_000))
  }
  for (const share of [1 / 3, 2 / 3, 1 / 7, 0.684, 0.005, 0.0049]) {
    expect(formatShare(share)).toBe(intl.format(share))
  }
})
