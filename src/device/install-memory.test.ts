import { expect, test } from 'vitest'
import { isWorthOffering, parseInstallMemory, withVisit } from './install-memory.ts'

const nothing = parseInstallMemory(null)
const day = 86_400_000

test('no student is asked at the first visit, nor at many visits of one day', () => {
  const visited = withVisit(withVisit(nothing, '2026-03-01'), '2026-03-01')
  expect(isWorthOffering(visited, 0)).toBe(false)
})

test('the third day of visits is enough, and so is one sitting', () => {
  const days = ['2026-03-01', '2026-03-05', '2026-03-09', '2026-03-10']
  const visited = days.reduce(withVisit, nothing)
  expect(visited.days).toHaveLength(3)
  expect(isWorthOffering(visited, 0)).toBe(true)
  expect(isWorthOffering({ ...nothing, hasStudied: true }, 0)).toBe(true)
})

test('a no is good for a month', () => {
  const dismissed = { ...nothing, hasStudied: true, dismissedAt: 0 }
  expect(isWorthOffering(dismissed, 29 * day)).toBe(false)
  expect(isWorthOffering(dismissed, 31 * day)).toBe(true)
})

test('nonsense in the storage is no memory', () => {
  for (const text of ['', '{', 'null', '[]', '{"days":3,"hasStudied":"yes","dismissedAt":"x"}']) {
    expect(parseInstallMemory(text)).toEqual(nothing)
  }
})
