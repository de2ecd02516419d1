import { expect, test } from 'vitest'
import { cardLayerValue, cardOfLayer } from './card-layers.ts'

test('a card is found again in its address', () => {
  const card = { packId: '018f-1', cardId: '018f-2' }
  expect(cardOfLayer(cardLayerValue(card))).toEqual(card)
})

test('an address that names no card opens nothing', () => {
  expect([null, '', '1', 'a.', '.b', 'a.b.c'].map(cardOfLayer)).toEqual(Array(6).fill(null))
})
