import { describe, expect, it } from 'vitest'
import { rankOf, ranks } from './progress.ts'
import { apply, type ScheduledState } from './scheduling.ts'
import type { Rating, StudyAnswer } from './study.ts'

/** The numbers of the product: what earns 学识, and how much of it makes a rank. */

const answer = (rating: Rating, answeredAt: string): StudyAnswer => ({
  id: '00000000-0000-4000-8000-000000000000',
  cardId: '00000000-0000-4000-8000-000000000001',
  rating,
  answeredAt,
  utcOffsetMinutes: 480,
  durationMs: 3000,
  mode: 'flip',
  retention: 0.9,
})

const afterAnswers = (...answers: StudyAnswer[]): ScheduledState =>
  answers.reduce<ScheduledState | undefined>(apply, undefined)!

describe('学识 of an answer', () => {
  it.each([
    [1, 0],
    [2, 10],
    [3, 10],
    [4, 10],
  ] as const)('the first, rated %i, earns %i', (rating, xp) => {
    expect(afterAnswers(answer(rating, '2026-11-20T08:00:00.000Z')).xp).toBe(xp)
  })

  it('the first correct one earns 10, also after a wrong one', () => {
    const wrong = answer(1, '2026-11-20T08:00:00.000Z')
    expect(afterAnswers(wrong, answer(3, '2026-11-20T08:00:30.000Z')).xp).toBe(10)
  })

  const known = afterAnswers(answer(4, '2026-01-01T08:00:00.000Z'))
  it.each([
    [1, 1],
    [2, 3],
    [3, 5],
    [4, 5],
  ] as const)('a due review, rated %i, earns %i', (rating, xp) => {
    expect(apply(known, answer(rating, known.dueAt)).xp - known.xp).toBe(xp)
  })

  it('a review before it is due earns nothing', () => {
    expect(known.phase).toBe('review')
    expect(apply(known, answer(3, '2026-01-01T09:00:00.000Z')).xp).toBe(known.xp)
  })
})

describe('ranks', () => {
  it('stand where the product puts them', () => {
    expect(ranks.map(({ name, fromXp }) => `${name} ${fromXp}`)).toEqual([
      '书童 0',
      '童生 200',
      '秀才 600',
      '举人 1400',
      '贡士 3000',
      '进士 6000',
      '探花 11000',
      '榜眼 19000',
      '状元 32000',
      '翰林 50000',
    ])
  })

  it.each([
    [0, '书童', 1],
    [199, '书童', 1],
    [200, '童生', 2],
    [49_999, '状元', 9],
    [50_000, '翰林', 10],
    [1_000_000, '翰林', 10],
  ] as const)('%i is %s', (xp, name, level) => {
    expect(rankOf(xp)).toMatchObject({ name, level })
  })
})
