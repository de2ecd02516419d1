import { expect, test } from 'vitest'
import { dateLine } from './date-line.ts'

test.each([
  [new Date(2026, 10, 20), '十一月二十日 · 周五'],
  [new Date(2026, 0, 1), '一月一日 · 周四'],
  [new Date(2026, 9, 10), '十月十日 · 周六'],
  [new Date(2026, 11, 31), '十二月三十一日 · 周四'],
  [new Date(2026, 4, 19), '五月十九日 · 周二'],
  [new Date(2026, 1, 22), '二月二十二日 · 周日'],
])('%s is shown as %s', (date, text) => {
  expect(dateLine(date)).toBe(text)
})
