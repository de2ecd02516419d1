import { expect, test } from 'vitest'
import { chapterNumber } from './chapter-number.ts'

test.each([
  [1, '一'],
  [9, '九'],
  [10, '十'],
  [12, '十二'],
  [20, '二十'],
  [99, '九十九'],
])('chapter %d is counted %s', (number, text) => {
  expect(chapterNumber(number)).toBe(text)
})
