import { expect, test } from 'vitest'
import { formatRelativeTime } from './format-relative-time.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const told = (instant: string) => formatRelativeTime(instant, now, 'zh-CN', '刚刚')

test('less than a minute ago, and a future by a wrong clock, are just now', () => {
  expect(told('2026-11-20T11:59:30.000Z')).toBe('刚刚')
  expect(told('2026-11-20T13:00:00.000Z')).toBe('刚刚')
})

test('minutes, hours and days are counted, from a week on the date is given', () => {
  expect(told('2026-11-20T11:55:00.000Z')).toBe('5分钟前')
  expect(told('2026-11-20T09:00:00.000Z')).toBe('3小时前')
  expect(told('2026-11-19T12:00:00.000Z')).toBe('昨天')
  expect(told('2026-11-01T12:00:00.000Z')).toBe('2026年11月1日')
})
