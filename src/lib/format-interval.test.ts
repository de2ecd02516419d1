import { expect, test } from 'vitest'
import { formatInterval } from './format-interval.ts'

const minute = 60_000
const day = 86_400_000

test.each([
  [0, '1 分钟'],
  [-5 * minute, '1 分钟'],
  [6 * minute, '6 分钟'],
  [59.7 * minute, '1 小时'],
  [23.8 * 60 * minute, '1 天'],
  [3 * day, '3 天'],
  [30 * day, '30 天'],
  [61 * day, '2 个月'],
  [360 * day, '1 年'],
  [548 * day, '1.5 年'],
])('%d ms is shown as %s', (spanMs, text) => {
  expect(formatInterval(spanMs)).toBe(text)
})
