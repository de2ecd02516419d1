import { beforeEach, describe, expect, test } from 'vitest'
import type { PrivateCard } from '#contract/generation.ts'
import { keepOwnPack, storedCard, storedCatalogue, storedPacks } from '#src/offline/library.ts'
import type { AccountDatabase } from '#src/offline/database.ts'
import { studyQueue } from '#src/offline/queue.ts'
import { recordAnswer } from '#src/offline/record.ts'
import { answerOf, given, idOf, newDevice, noon, packId } from '#tests/support/device-facts.ts'
import { parsePrivateCards } from './parse-private-cards.ts'

/** A pack that was made on this device is studied there before the server has it. */

const pack = { id: packId, title: '水的性质', label: '水的性质', subject: { id: 'wuli', name: '物理' } }
const cardOf = (number: number, fields: Partial<PrivateCard> = {}): PrivateCard => ({
  id: idOf(1000 + number),
  front: `问题 ${number}`,
  back: `答案 ${number}`,
  ...fields,
})

let database: AccountDatabase

beforeEach(() => {
  database = newDevice()
})

const keep = async (...cards: PrivateCard[]) =>
  keepOwnPack(database, pack, await parsePrivateCards(packId, cards), noon)
const queue = async () => {
  const cards = await studyQueue(database, {
    scope: { packId },
    config: { newCardsPerDay: 10, order: 'due-first' },
    time: { now: Date.parse(noon), utcOffsetMinutes: 480 },
    limit: 10,
  })
  return cards.map(({ cardId }) => Number(cardId.slice(-4)) - 1000)
}

test('its cards are studied in their order, with the answer that can be typed', async () => {
  await keep(
    cardOf(1, { hint: '  ', explanation: '**因为**' }),
    cardOf(2, { front: '水是____', back: '**液体**，常温下' }),
  )
  expect(await storedPacks(database)).toMatchObject([
    { packId, title: '水的性质', subject: { name: '物理' }, cardCount: 2, isPrivate: true, status: 'ready' },
  ])
  expect(await queue()).toEqual([1, 2])
  expect(await storedCard(database, idOf(1001))).toMatchObject({
    title: '问题 1',
    answer: '答案 1',
    hash: '',
  })
  expect(await storedCard(database, idOf(1001))).not.toHaveProperty('hint')
  expect(await storedCard(database, idOf(1002))).toMatchObject({ answer: '液体' })
})

test('a change of its cards leaves what was answered', async () => {
  await keep(cardOf(1), cardOf(2), cardOf(3))
  await recordAnswer(database, given(answerOf(1, { rating: 4 })))
  await keep(cardOf(3), cardOf(1, { back: '另一个答案' }))
  expect(await queue()).toEqual([3])
  expect(await storedCard(database, idOf(1001))).toMatchObject({ answer: '另一个答案' })
  expect(await storedCard(database, idOf(1002))).toBeUndefined()
  const catalogue = await storedCatalogue(database, packId)
  expect(catalogue?.chapters[0]?.cards.map(({ id }) => id)).toEqual([idOf(1003), idOf(1001)])
})

describe('a card that cannot be shown', () => {
  test.each([['一个写错的公式 $\\frac{1$'], ['<!-- 没有文字 -->'], ['   ']])('refuses: %j', async (front) => {
    await expect(keep(cardOf(1), cardOf(2, { front }))).rejects.toThrow()
    expect(await storedPacks(database)).toEqual([])
  })
})

test('a formula that cannot be typeset without the network shows as it was written, beside plain cards', async () => {
  const cards = [cardOf(1, { front: '圆的面积：$S=\\pi r^2$' }), cardOf(2)]
  await keepOwnPack(
    database,
    pack,
    await parsePrivateCards(packId, cards, () => Promise.reject(new TypeError('no network'))),
    noon,
  )
  expect(await queue()).toEqual([1, 2])
  const kept = await storedCard(database, cards[0]!.id)
  expect(JSON.stringify(kept?.front)).toContain('["mtext",{},"S=\\\\pi r^2"]')
})
