import { expect, test } from 'vitest'
import { heatWeeks } from './heat-map-weeks.ts'

test('weeks run from Monday to Sunday, and the last ends with today', () => {
  const weeks = heatWeeks(new Map(), '2026-03-18', 53)
  expect(weeks).toHaveLength(53)
  expect(weeks[0]?.[0]?.day).toBe('2025-03-17')
  expect(weeks.slice(0, -1).every((week) => week.length === 7)).toBe(true)
  expect(weeks.at(-1)?.map(({ day }) => day)).toEqual(['2026-03-16', '2026-03-17', '2026-03-18'])
})

test('the levels are quarters of the days on which something was done', () => {
  const counts = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((count) => [`2026-03-0${count}`, count]))
  const levels = heatWeeks(counts, '2026-03-09', 2).flat()
  const levelOf = (day: string) => levels.find((candidate) => candidate.day === day)?.level
  expect([2, 3, 5, 7, 9].map((day) => levelOf(`2026-03-0${day}`))).toEqual([1, 2, 3, 4, 0])
})

test('when every day is alike, every day has the same level', () => {
  const weeks = heatWeeks(
    new Map([
      ['2026-03-16', 9],
      ['2026-03-17', 9],
    ]),
    '2026-03-18',
    1,
  )
  expect(weeks[0]?.map(({ level }) => level)).toEqual([1, 1, 0])
})
