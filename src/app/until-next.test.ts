import { expect, test } from 'vitest'
import { untilNext } from './until-next.ts'

test('counts to the time of today, and past it to that of tomorrow', () => {
  expect(untilNext('20:00', new Date(2026, 10, 20, 19, 30))).toBe(30 * 60_000)
  expect(untilNext('20:00', new Date(2026, 10, 20, 20, 0))).toBe(24 * 3_600_000)
  expect(untilNext('06:15', new Date(2026, 10, 20, 20, 0))).toBe((10 * 60 + 15) * 60_000)
})
