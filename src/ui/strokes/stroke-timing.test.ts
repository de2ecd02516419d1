import { expect, test } from 'vitest'
import { strokeTimes } from './stroke-timing.ts'

test('strokes follow each other with a pause, the long ones taking longer', () => {
  const [dot, line, corner] = strokeTimes([
    [
      [0, 0],
      [30, 40],
    ],
    [
      [0, 0],
      [1000, 0],
    ],
    [
      [0, 0],
      [500, 0],
      [500, 500],
    ],
  ])
  expect(dot).toEqual({ at: 0, takes: 260 })
  expect(line).toEqual({ at: 480, takes: 850 })
  expect(corner).toEqual({ at: 480 + 850 + 220, takes: 850 })
})

test('a character without strokes takes no time', () => {
  expect(strokeTimes([])).toEqual([])
})
