import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [13_400, '0.1 MB'],
  [126_400, '0.1 MB'],
  [999_499, '1 MB'],
  [3_440_000, '3.4 MB'],
  [3_450_000, '3.5 MB'],
  [12_000_000_000, '12 GB'],
  [2_000_000_000_000, '2,000 GB'],
])('%d bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
