import { expect, test } from 'vitest'
import { newSeed, seedLimit, seedOf } from './explore-feed.ts'

test('only a whole number within the limits is a seed', () => {
  expect(seedOf('0')).toBe(0)
  expect(seedOf(String(seedLimit))).toBe(seedLimit)
  for (const value of [null, '', '-1', '1.5', 'x', '2147483648', '99999999999'])
    expect(seedOf(value)).toBeNull()
})

test('a new seed can always be read back', () => {
  for (const draw of [0, 0.5, 0.999999999]) expect(seedOf(String(newSeed(() => draw)))).not.toBeNull()
})
