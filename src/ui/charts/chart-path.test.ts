import { expect, test } from 'vitest'
import { smoothPath } from './chart-path.ts'

test('no points draw nothing, one is a place, two are a line', () => {
  expect(smoothPath([])).toBe('')
  expect(smoothPath([{ x: 1, y: 2 }])).toBe('M1 2')
  expect(
    smoothPath([
      { x: 0, y: 0 },
      { x: 3, y: 3 },
    ]),
  ).toBe('M0 0C1 1 2 2 3 3')
})

test('the curve never leaves the bounds of its points', () => {
  const points = [10, 0, 0, 10, 0].map((y, index) => ({ x: index * 10, y }))
  const heights = smoothPath(points)
    .slice(1)
    .split(/[C ]/)
    .filter((_, index) => index % 2 === 1)
    .map(Number)
  expect(Math.min(...heights)).toBe(0)
  expect(Math.max(...heights)).toBe(10)
})
