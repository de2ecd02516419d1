import { beforeEach, describe, expect, test } from 'vitest'
import type { StudyConfig } from '#contract/account.ts'
import {
  answerOf,
  at,
  given,
  idOf,
  newDevice,
  noon,
  packId,
  stateAfter,
  storeCards,
  totalsAt,
} from '#tests/support/device-facts.ts'
import { storeStates } from './sending/acknowledge.ts'
import type { AccountDatabase } from './database.ts'
import { nextDueAt, studyQueue, type QueueOptions } from './queue.ts'
import { recordAnswer } from './record.ts'
import { projectionStores } from './reproject.ts'
import { write } from './write.ts'

const otherPack = idOf(9100)
const card = (number: number): string => idOf(1000 + number)
const options: QueueOptions = {
  scope: 'today',
  config: { newCardsPerDay: 3, order: 'due-first' },
  time: { now: Date.parse(noon), utcOffsetMinutes: 480 },
  limit: 20,
}

let database: AccountDatabase

/** Cards that were answered yesterday and come due so many minutes past noon. */
const due = (minutesOfCard: Readonly<Record<number, number>>, pack = packId) =>
  write(database, projectionStores, (tx) =>
    storeStates(tx, {
      states: Object.entries(minutesOfCard).map(([number, minutes]) => ({
        ...stateAfter([answerOf(Number(number), { answeredAt: '2026-11-19T04:00:00.000Z' })], 1),
        dueAt: at(minutes),
        packId: pack,
      })),
      reset: [],
      version: totalsAt(1).version,
    }),
  )
const queue = async (fields: Partial<QueueOptions> = {}) => {
  const cards = await studyQueue(database, { ...options, ...fields })
  return cards.map(({ cardId, isNew }) => (isNew ? 'new ' : 'due ') + String(Number(cardId.slice(-4)) - 1000))
}
const config = (fields: Partial<StudyConfig>) => ({ config: { ...options.config, ...fields } })

beforeEach(async () => {
  database = newDevice()
  await storeCards(database, [1, 2, 3, 4, 5, 6].map(card))
})

describe('what to study today', () => {
  test('is the new cards of the day, in the order of the pack, when nothing is due', async () => {
    expect(await queue()).toEqual(['new 1', 'new 2', 'new 3'])
  })

  test('begins with what is due, most overdue first, up to the end of the study day', async () => {
    await due({ 4: -1, 5: -500, 6: 60, 3: 60 * 24 })
    expect(await queue()).toEqual(['due 5', 'due 4', 'due 6', 'new 1', 'new 2'])
  })

  test('leaves out cards that are not on this device', async () => {
    await due({ 4: -1, 99: -2 })
    expect(await queue(config({ newCardsPerDay: 0 }))).toEqual(['due 4'])
  })

  test('counts the new cards that were met today already, here or elsewhere', async () => {
    await recordAnswer(database, given(answerOf(1, { rating: 4 })))
    expect(await queue()).toEqual(['new 2', 'new 3'])
    expect(await queue(config({ newCardsPerDay: 1 }))).toEqual([])
  })

  test('takes new cards from all packs, the newest pack first', async () => {
    await storeCards(database, [card(11), card(12)], otherPack)
    await database.use(async (connection) => {
      const pack = await connection.get('packs', otherPack)
      await connection.put('packs', { ...pack!, updatedAt: at(1) })
    })
    expect(await queue()).toEqual(['new 11', 'new 12', 'new 1'])
  })

  test('is never longer than asked, and due cards go first', async () => {
    await due({ 4: -1, 5: -2, 6: -3 })
    expect(await queue({ limit: 2 })).toEqual(['due 6', 'due 5'])
    expect(await queue({ limit: 4 })).toEqual(['due 6', 'due 5', 'due 4', 'new 1'])
    expect(await queue({ limit: 0 })).toEqual([])
  })
})

describe('the order that the student chose', () => {
  beforeEach(() => due({ 4: -3, 5: -2, 6: -1 }))

  test.each<[StudyConfig['order'], string[]]>([
    ['due-first', ['due 4', 'due 5', 'due 6', 'new 1', 'new 2', 'new 3']],
    ['new-first', ['new 1', 'new 2', 'new 3', 'due 4', 'due 5', 'due 6']],
    ['mixed', ['due 4', 'new 1', 'due 5', 'new 2', 'due 6', 'new 3']],
  ])('%s', async (order, expected) => {
    expect(await queue(config({ order }))).toEqual(expected)
  })

  test('mixed spreads few among many', async () => {
    expect(await queue(config({ order: 'mixed', newCardsPerDay: 1 }))).toEqual([
      'due 4',
      'due 5',
      'new 1',
      'due 6',
    ])
  })
})

describe('what to study in one pack', () => {
  const scope = { packId }

  test('is of that pack alone', async () => {
    await storeCards(database, [card(11), card(12)], otherPack)
    await due({ 11: -1 }, otherPack)
    await due({ 4: -1 })
    expect(await queue({ scope })).toEqual(['due 4', 'new 1', 'new 2', 'new 3'])
    expect(await queue({ scope: { packId: otherPack } })).toEqual(['due 11', 'new 12'])
  })

  test('goes on past the new cards of the day when nothing is due', async () => {
    for (const number of [1, 2, 3]) await recordAnswer(database, given(answerOf(number, { rating: 4 })))
    expect(await queue()).toEqual([])
    expect(await queue({ scope })).toEqual(['new 4', 'new 5', 'new 6'])
    expect(await queue({ scope, ...config({ newCardsPerDay: 0 }) })).toEqual(['new 4'])
  })

  test('of a pack that is not here is nothing', async () => {
    expect(await queue({ scope: { packId: idOf(1) } })).toEqual([])
  })
})

describe('when a card next comes due', () => {
  test('is the earliest instant after now, in all packs or one', async () => {
    await storeCards(database, [card(11)], otherPack)
    await due({ 4: -1, 5: 30, 6: 10 })
    await due({ 11: 5 }, otherPack)
    expect(await nextDueAt(database, 'today', noon)).toBe(at(5))
    expect(await nextDueAt(database, { packId }, noon)).toBe(at(10))
  })

  test('is never when no card of this device will', async () => {
    await due({ 99: 10 })
    expect(await nextDueAt(database, 'today', noon)).toBeNull()
    expect(await nextDueAt(database, { packId }, noon)).toBeNull()
  })
})
