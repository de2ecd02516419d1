import { describe, expect, it } from 'vitest'
import { overloadOf, weightOf } from './card-weight.ts'
import { maxCardSideWeight, maxCardWeightPerRequest } from '../limits.ts'

const weightOfFront = (front: string): number => weightOf({ front, back: '' })

describe('the weight of a card', () => {
  it('is small for words, and grows with their length', () => {
    expect(weightOf({ front: '光合作用', back: '绿色植物利用光能制造有机物' })).toBeLessThan(10)
    expect(weightOfFront('字'.repeat(4000))).toBe(202)
  })

  it('counts every side', () => {
    const side = '**甲**\n乙'
    const card = { front: side, back: side, hint: side, explanation: side }
    expect(weightOf(card)).toBe(4 * weightOfFront(side))
  })

  it('is no less for a formula that begins and ends where it does not seem to', () => {
    const formula = 'x'.repeat(500)
    for (const side of [`$${formula}$`, `[a](<$>) $${formula}$`, `$$\n${formula}`, `\`$\` $a\n${formula}$`]) {
      expect(weightOfFront(side)).toBeGreaterThan(250)
    }
  })

  it('is bounded, so that every card that may be written can be sent', () => {
    const full = `$${'\\_'.repeat(390)}${'\\&'.repeat(1600)}$`
    expect(overloadOf(full)).toBe('公式和格式太多，请分成几张卡片')
    expect(4 * maxCardSideWeight).toBeLessThanOrEqual(maxCardWeightPerRequest)
  })

  it('does not take signs within words for lists', () => {
    expect(overloadOf('a-b 1.5 x+y '.repeat(300))).toBeUndefined()
  })
})
