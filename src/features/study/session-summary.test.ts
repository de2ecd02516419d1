import { expect, test } from 'vitest'
import { apply } from '#contract/scheduling.ts'
import type { Rating } from '#contract/study.ts'
import { summaryOf } from './session-summary.ts'
import type { SessionAnswer } from './study-session.ts'

const answer = (
  cardId: string,
  rating: Rating,
  minute: number,
  before?: SessionAnswer['after'],
): SessionAnswer => {
  const answeredAt = new Date(Date.parse('2026-11-20T08:00:00.000Z') + minute * 60_000).toISOString()
  const given = {
    id: `${cardId}${minute}`,
    cardId,
    rating,
    answeredAt,
    utcOffsetMinutes: 480,
    durationMs: 4000,
    mode: 'flip' as const,
    retention: 0.9,
  }
  return { answerId: given.id, cardId, rating, durationMs: 4000, before, after: apply(before, given) }
}

test('a sitting is summed up in cards, new cards, correct answers, XP and time', () => {
  const missed = answer('a', 1, 0)
  const repeated = answer('a', 3, 2, missed.after)
  const easy = answer('b', 4, 3)
  expect(summaryOf([missed, repeated, easy])).toEqual({
    cards: 2,
    newCards: 2,
    correctShare: 2 / 3,
    xp: 20,
    durationMs: 12_000,
  })
})

test('a repeat within the sitting earns nothing more', () => {
  const first = answer('a', 3, 0)
  expect(summaryOf([answer('a', 3, 10, first.after)]).xp).toBe(0)
})

test('a sitting without answers has no figures to divide', () => {
  expect(summaryOf([])).toEqual({ cards: 0, newCards: 0, correctShare: 0, xp: 0, durationMs: 0 })
})
