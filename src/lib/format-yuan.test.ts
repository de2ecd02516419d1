import { expect, test } from 'vitest'
import { formatYuan } from './format-yuan.ts'

test('whole yuan stand alone, others with their fen', () => {
  expect([formatYuan(1000), formatYuan(950), formatYuan(5), formatYuan(12_800)]).toEqual([
    '10',
    '9.50',
    '0.05',
    '128',
  ])
})
