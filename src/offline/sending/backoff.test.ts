import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

describe('the wait after failed attempts', () => {
  test.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [9, 256_000],
    [10, 300_000],
    [1_000_000, 300_000],
  ])('is at most, after %i attempts, %i milliseconds', (attempts, longest) => {
    expect(backoffMs(attempts, null, () => 1)).toBe(longest)
  })

  test('is any time in the window, so that forty tablets do not come back at once', () => {
    expect(backoffMs(5, null, () => 0)).toBe(0)
    expect(backoffMs(5, null, () => 0.5)).toBe(8_000)
  })

  test('is never less than the server asked for', () => {
    expect(backoffMs(1, 120, () => 0)).toBe(120_000)
    expect(backoffMs(9, 1, () => 1)).toBe(256_000)
  })

  test('is always a whole number of milliseconds within bounds', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const wait = backoffMs(attempts, null, () => chance)
        expect(Number.isInteger(wait) && wait >= 0 && wait <= 300_000).toBe(true)
      }),
    )
  })
})
