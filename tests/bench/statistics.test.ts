import { describe, expect, test } from 'vitest'
import { median, quantile, textTable } from './statistics.ts'

describe('figures of a benchmark', () => {
  test('are values that were measured', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2)
    expect(quantile([...Array(100).keys()], 0.95)).toBe(94)
    expect(quantile([7], 0.95)).toBe(7)
  })

  test('are not made up from nothing', () => {
    expect(() => median([])).toThrow('no values')
  })

  test('stand in columns, Chinese included', () => {
    expect(
      textTable([
        ['冷启动', '毫秒'],
        ['a', '5'],
      ]),
    ).toBe('冷启动  毫秒\na          5')
  })
})
