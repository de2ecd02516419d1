import { fail } from '#server/lib/errors.ts'

/**
 * The order of a feed. A round walks all cards once, around a circle: along one of the two keys that every card
 * has, up or down, from a start of its own. Seed and round say which. Keys never change, so wherever a card
 * comes in or leaves, no card is met twice in a round. Nothing is kept on the server.
 */

export type Direction = 'up' | 'down'
export type FeedKey = 'feed_key_a' | 'feed_key_b'
type Order = { key: FeedKey; direction: Direction; startKey: number }

/** After the card of this key and id, in this round. Of equal keys the id decides. */
export type Position = { round: number; key: number; id: string }

/** A stretch of the circle without its end in it, in the order's direction. */
export type Stretch = {
  /** Without this card. */
  after: { key: number; id: string }
  /** Null: as far as keys go. */
  untilKey: number | null
}

const noId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const smallestKey = -2_147_483_648
const largestKey = 2_147_483_647

/** The finaliser of MurmurHash3: a change of one bit changes half of them. */
const mixed = (value: number): number => {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Neighbouring rounds of a seed never share their key. */
export function orderOf(seed: number, round: number): Order {
  const variant = (mixed(seed) + round) & 3
  return {
    key: variant & 1 ? 'feed_key_b' : 'feed_key_a',
    direction: variant & 2 ? 'down' : 'up',
    startKey: mixed(mixed(seed) ^ mixed(round + 1)),
  }
}

/** The last whose number has nine digits, as a cursor has room for; even and odd ones alternate here too. */
const lastRound = 999_999_999

export function roundAfter(round: number): number {
  return round === lastRound ? 0 : round + 1
}

const beforeKey = (key: number, direction: Direction) => ({ key, id: direction === 'up' ? noId : lastId })

export function startOf(seed: number, round: number): Position {
  const { startKey, direction } = orderOf(seed, round)
  return { round, ...beforeKey(startKey, direction) }
}

/** What is left of the round: to the end of the keys, then from their beginning to where it started. */
export function stretchesAfter(seed: number, { round, key, id }: Position): Stretch[] {
  const { startKey, direction } = orderOf(seed, round)
  const hasWrapped = direction === 'up' ? key < startKey : key > startKey
  const second = { untilKey: startKey }
  if (hasWrapped) return [{ after: { key, id }, ...second }]
  const first = direction === 'up' ? smallestKey : largestKey
  return [
    { after: { key, id }, untilKey: null },
    { after: beforeKey(first, direction), ...second },
  ]
}

const cursorPattern =
  /^(\d{1,9})\.(-?\d{1,10})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function cursorOf({ round, key, id }: Position): string {
  return `${round}.${key}.${id}`
}

/** @throws ExpectedError `invalid_input` for a cursor that no feed gave */
export function positionOf(cursor: string): Position {
  const [, round = '', key = '', id = ''] = cursorPattern.exec(cursor) ?? []
  if (id === '' || Number(key) < smallestKey || Number(key) > largestKey)
    return fail('invalid_input', { field: '起点' })
  return { round: Number(round), key: Number(key), id }
}
