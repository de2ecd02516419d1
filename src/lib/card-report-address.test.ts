import { expect, test } from 'vitest'
import { cardReportValue, reportedCardOf } from './card-report-address.ts'

test('a card is found again in its address', () => {
  const card = { packId: '018f-1', cardId: '018f-2' }
  expect(reportedCardOf(cardReportValue(card))).toEqual(card)
})

test('an address that names no card opens nothing', () => {
  expect([null, '', '1', 'a.', '.b', 'a.b.c'].map(reportedCardOf)).toEqual(Array(6).fill(null))
})
