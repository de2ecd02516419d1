import { expect, test } from 'vitest'
import { maxBodyBytes } from '#contract/constants.ts'
import { weightOf } from '#contract/text/card-weight.ts'
import { maxCardWeightPerRequest, maxPrivateCardsPerRequest } from '#contract/limits.ts'
import type { PrivateCard } from '#contract/generation.ts'
import { cardBatches } from './private-pack-batches.ts'

const cardsOf = (count: number, back: string): PrivateCard[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${index}`, front: '问', back }))

test('no cards are one call all the same', () => {
  expect(cardBatches([])).toEqual([[]])
})

test('plain cards go as many at once as a call may carry', () => {
  const sizes = cardBatches(cardsOf(450, '答')).map(({ length }) => length)
  expect(sizes).toEqual([maxPrivateCardsPerRequest, maxPrivateCardsPerRequest, 50])
})

test.each([
  ['rich', '**甲** $x^2$\n'.repeat(30)],
  ['long', '字'.repeat(4000)],
  ['rich and long', `$${'x'.repeat(600)}$ ${'字'.repeat(3000)}`],
])('a thousand %s cards stay below what the server takes in one call, in their order', (_, back) => {
  const cards = cardsOf(1000, back)
  const batches = cardBatches(cards)
  expect(batches.flat()).toEqual(cards)
  for (const batch of batches) {
    expect(batch.reduce((sum, card) => sum + weightOf(card), 0)).toBeLessThanOrEqual(maxCardWeightPerRequest)
    expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(maxBodyBytes)
  }
})
