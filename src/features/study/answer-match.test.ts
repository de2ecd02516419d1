import { describe, expect, test } from 'vitest'
import { matchesAnswer } from './answer-match.ts'

describe('a typed answer is right', () => {
  test.each([
    ['李白', '李白'],
    [' 李 白 。', '李白'],
    ['《静夜思》', '静夜思'],
    ['静夜思', '《静夜思》'],
    ['ＡＢＣ１２３', 'abc123'],
    ['Apple', 'apple'],
    ['it is', 'It is.'],
    ['3x10^8', '3x10⁸'],
    ['3×10⁸ m/s', '3×10⁸m/s'],
    ['H2O', 'H₂O'],
    ['-3', '−3'],
    ['１／２', '1/2'],
    ['公元前221年', '公元前 221 年'],
    ['甲', '甲；乙'],
    ['乙', '甲或乙'],
    ['甲；乙', '甲；乙'],
  ])('%s for %s', (given, answer) => expect(matchesAnswer(given, answer)).toBe(true))
})

describe('a typed answer is wrong', () => {
  test.each([
    ['', '李白'],
    ['。', '李白'],
    ['杜甫', '李白'],
    ['李', '李白'],
    ['108', '10⁸'],
    ['3', '-3'],
    ['12', '1/2'],
    ['314', '3.14'],
    ['co', 'CO'],
    ['Co', 'CO'],
    ['50', '50%'],
    ['', '；'],
  ])('%s for %s', (given, answer) => expect(matchesAnswer(given, answer)).toBe(false))
})
