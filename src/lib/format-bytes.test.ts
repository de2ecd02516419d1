import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

test.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [126_400, '126 kB'],
  [999_499, '999 kB'],
  [3_440_000, '3.4 MB'],
  [3_450_000, '3.5 MB'],
  [12_000_000_000, '12 GB'],
  [2_000_000_000_000, '2,000 GB'],
])('%d bytes are told as %s, which is what Intl tells', (bytes, text) => {
  expect(formatBytes(bytes, 'zh-CN')).toBe(text)
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const intl = new Intl.NumberFormat('zh-CN', {
    style: 'unit',
    unit: units[power] ?? '',
    maximumFractionDigits: power < 2 ? 0 : 1,
  })
  expect(text).toBe(intl.format(bytes / 1000 ** power))
})

test('other languages have their own', () => {
  expect(formatBytes(3_440_000, 'fr')).toBe('3,4\u202FMo')
})
