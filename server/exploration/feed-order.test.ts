import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpectedError } from '#server/lib/errors.ts'
import {
  cursorOf,
  orderOf,
  positionOf,
  roundAfter,
  startOf,
  stretchesAfter,
  type Stretch,
} from './feed-order.ts'

const seeds = fc.integer({ min: 0, max: 2_147_483_647 })
const rounds = fc.integer({ min: 0, max: 1000 })
const keys = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })

const id = '0a0b0c0d-0000-4000-8000-000000000000'

const lastRound = 999_999_999

const isIn = (direction: 'up' | 'down', { after, untilKey }: Stretch, card: { key: number; id: string }) => {
  const sign = direction === 'up' ? 1 : -1
  const byKey = Math.sign(card.key - after.key) * sign
  const byId = (card.id > after.id ? 1 : card.id < after.id ? -1 : 0) * sign
  const follows = byKey > 0 || (byKey === 0 && byId > 0)
  return follows && (untilKey === null || (card.key - untilKey) * sign < 0)
}

describe('a round', () => {
  it('passes every key exactly once, wherever it starts', () => {
    fc.assert(
      fc.property(seeds, rounds, keys, (seed, round, key) => {
        const { direction } = orderOf(seed, round)
        const stretches = stretchesAfter(seed, startOf(seed, round))
        expect(stretches.filter((stretch) => isIn(direction, stretch, { key, id }))).toHaveLength(1)
      }),
    )
  })

  it('has, after one of two cards, exactly the other one left, and after that nothing of the two', () => {
    fc.assert(
      fc.property(seeds, rounds, keys, keys, (seed, round, one, two) => {
        fc.pre(one !== two)
        const { direction } = orderOf(seed, round)
        const follows = (from: number, to: number) =>
          stretchesAfter(seed, { round, key: from, id }).some((stretch) =>
            isIn(direction, stretch, { key: to, id }),
          )
        expect(follows(one, two)).toBe(!follows(two, one))
        expect(follows(one, one)).toBe(false)
      }),
    )
  })

  it('is in another order than the one before', () => {
    fc.assert(
      fc.property(seeds, fc.oneof(rounds, fc.constant(lastRound)), (seed, round) => {
        expect(orderOf(seed, round).key).not.toBe(orderOf(seed, roundAfter(round)).key)
      }),
    )
  })

  it('starts at many places, by the seed', () => {
    const starts = Array.from({ length: 1000 }, (_, seed) => orderOf(seed, 0).startKey)
    const quarters = [0, 1, 2, 3].map((quarter) => starts.filter((key) => key >>> 30 === quarter).length)
    expect(new Set(starts).size).toBe(1000)
    for (const count of quarters) expect(count).toBeGreaterThan(150)
  })
})

describe('a cursor', () => {
  it('names its position', () => {
    fc.assert(
      fc.property(rounds, keys, fc.uuid(), (round, key, uuid) => {
        expect(positionOf(cursorOf({ round, key, id: uuid }))).toEqual({ round, key, id: uuid })
      }),
    )
  })

  it('of any round leads on, of the last one to the first again', () => {
    for (const round of [0, lastRound - 1, lastRound]) {
      const next = { round: roundAfter(round), key: 0, id }
      expect(positionOf(cursorOf(next))).toEqual(next)
    }
    expect(roundAfter(lastRound)).toBe(0)
  })

  it.each([
    '',
    '0',
    '0.0',
    `0.0.${'x'.repeat(36)}`,
    `-1.0.${id}`,
    `0.2147483648.${id}`,
    `9999999999.0.${id}`,
    `0.0.${id};`,
  ])('that no feed gave is refused: %s', (cursor) => expect(() => positionOf(cursor)).toThrow(ExpectedError))
})
