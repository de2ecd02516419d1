import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'early'],
  [8, 'early'],
  [9, 'morning'],
  [11, 'morning'],
  [12, 'noon'],
  [13, 'noon'],
  [14, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [22, 'evening'],
  [23, 'night'],
] as const)('at %i the greeting is that of the %s', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting)
})
