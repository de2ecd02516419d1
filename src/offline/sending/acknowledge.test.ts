import { beforeEach, describe, expect, test } from 'vitest'
import { fold } from '#contract/scheduling.ts'
import type { RecordReply, StudyAnswer } from '#contract/study.ts'
import {
  answerOf,
  at,
  dayOfAnswers,
  given,
  idOf,
  newDevice,
  outboxOf,
  packId,
  recordReply,
  rowsOf,
  stateAfter,
  storeCards,
  totalsAt,
} from '#tests/support/device-facts.ts'
import { acknowledge, acknowledgeCall, noteFailure, storeStates, storeSummary } from './acknowledge.ts'
import { readMeta, writeMeta, type AccountDatabase } from '../database.ts'
import { isShown, type CallItem, type StudyItem } from '../schema.ts'
import { enqueueCall } from './outbox.ts'
import { scheduledOnly } from '../projection.ts'
import { recordAnswer } from '../record.ts'
import { projectionStores } from '../reproject.ts'
import { write } from '../write.ts'

const cardId = idOf(77)
const first = answerOf(1, { cardId })
const second = answerOf(2, { cardId, rating: 1 })
const elsewhere = answerOf(3, { cardId, answeredAt: at(-5), rating: 4 })

let database: AccountDatabase

beforeEach(async () => {
  database = newDevice()
  await storeCards(database, [cardId])
})

const shown = async () => {
  const [row] = await rowsOf(database, 'states')
  return isShown(row) ? scheduledOnly(row) : undefined
}
const record = async (...answers: StudyAnswer[]) => {
  for (const answer of answers) await recordAnswer(database, given(answer))
}
const take = async (reply: RecordReply) =>
  acknowledge(database, (await outboxOf(database)) as StudyItem[], reply, '1')
const storePage = (states: Parameters<typeof storeStates>[1]) =>
  write(database, projectionStores, (tx) => storeStates(tx, states))
const storeTotals = (summary: Parameters<typeof storeSummary>[1]) =>
  write(database, projectionStores, (tx) => storeSummary(tx, summary))

describe('the reply to a batch', () => {
  test.each(['stored', 'duplicate'] as const)(
    'lets an answer leave that it calls %s, and takes its state',
    async (status) => {
      await record(first)
      await take(
        recordReply([], {
          results: [{ id: first.id, status }],
          states: [stateAfter([first], 4)],
          days: [dayOfAnswers(1)],
          totals: totalsAt(4, { xp: 10 }),
        }),
      )
      expect(await outboxOf(database)).toEqual([])
      expect(await rowsOf(database, 'states')).toMatchObject([{ base: { version: 4 } }])
      expect(await shown()).toEqual(fold([first]))
      expect(await readMeta(database, 'totals')).toMatchObject({ version: 4, xp: 10 })
    },
  )

  test('keeps a refused answer with its reason, and takes back what it showed', async () => {
    await record(first)
    await take(recordReply([], { results: [{ id: first.id, status: 'refused', reason: 'pack_locked' }] }))
    expect(await outboxOf(database)).toMatchObject([
      { state: 'refused', refusal: 'pack_locked', refusedBy: '1' },
    ])
    expect(await shown()).toBeUndefined()
    expect(await rowsOf(database, 'unseen')).toHaveLength(1)
    expect(await rowsOf(database, 'days')).toEqual([])
  })

  test('that names only some answers leaves the others where they are', async () => {
    await record(first, second)
    await take(recordReply([first.id], { states: [stateAfter([first], 1)], days: [dayOfAnswers(1)] }))
    expect((await outboxOf(database)).map((item) => item.id)).toEqual([second.id])
    expect(await shown()).toEqual(fold([first, second]))
    expect(await rowsOf(database, 'days')).toMatchObject([{ answers: 2, newCards: 1 }])
  })

  test('shows answers of other devices under the one that still waits', async () => {
    await record(first)
    const [item] = await outboxOf(database)
    await record(second)
    const reply = recordReply([first.id], { states: [stateAfter([elsewhere, first], 7)] })
    await acknowledge(database, [item as StudyItem], reply, '1')
    expect(await shown()).toEqual(fold([elsewhere, first, second]))
  })

  test('that comes late does not bring back an answer that another sender saw off', async () => {
    await record(first)
    const items = (await outboxOf(database)) as StudyItem[]
    await acknowledge(database, items, recordReply([first.id]), '1')
    const refused = recordReply([], { results: [{ id: first.id, status: 'refused', reason: 'invalid' }] })
    await acknowledge(database, items, refused, '1')
    expect(await outboxOf(database)).toEqual([])
  })

  test('after the sign-out only empties the outbox', async () => {
    await record(first)
    await writeMeta(database, 'sealed', true)
    for (const store of ['states', 'days'] as const)
      await database.use((connection) => connection.clear(store))
    await take(recordReply([first.id], { states: [stateAfter([first], 4)], days: [dayOfAnswers(1)] }))
    expect(await outboxOf(database)).toEqual([])
    for (const store of ['states', 'days'] as const) expect(await rowsOf(database, store)).toEqual([])
    expect(await readMeta(database, 'totals')).toBeUndefined()
  })
})

describe("the server's states", () => {
  test('replace older ones, never newer ones', async () => {
    await storePage({ states: [stateAfter([elsewhere, first], 5)], reset: [], version: 5 })
    await storePage({ states: [stateAfter([elsewhere], 4)], reset: [], version: 4 })
    expect(await shown()).toEqual(fold([elsewhere, first]))
    await storePage({ states: [stateAfter([elsewhere, first, second], 6)], reset: [], version: 6 })
    expect(await shown()).toEqual(fold([elsewhere, first, second]))
  })

  test('make a card known that was new here', async () => {
    await storePage({ states: [stateAfter([elsewhere], 1)], reset: [], version: 1 })
    expect(await rowsOf(database, 'unseen')).toEqual([])
  })

  test('of a card that was reset make it new again, but not when a newer state is here', async () => {
    await storePage({ states: [stateAfter([elsewhere], 5)], reset: [], version: 5 })
    await storePage({ states: [], reset: [cardId], version: 4 })
    expect(await shown()).toEqual(fold([elsewhere]))
    await storePage({ states: [], reset: [cardId], version: 6 })
    expect(await shown()).toBeUndefined()
    expect(await rowsOf(database, 'unseen')).toMatchObject([{ cardId, packId }])
  })

  test('of a card that was reset leave the answer that waits here', async () => {
    await storePage({ states: [stateAfter([elsewhere], 5)], reset: [], version: 5 })
    await record(first)
    await storePage({ states: [], reset: [cardId], version: 6 })
    expect(await shown()).toEqual(fold([first]))
  })

  test('say nothing about a card that is not here', async () => {
    await storePage({ states: [], reset: [idOf(123)], version: 6 })
    expect(await rowsOf(database, 'states')).toEqual([])
    expect(await rowsOf(database, 'unseen')).toHaveLength(1)
  })
})

describe("the server's days and totals", () => {
  test('older ones are left aside', async () => {
    await storeTotals({ days: [dayOfAnswers(5)], totals: totalsAt(5) })
    await storeTotals({ days: [dayOfAnswers(3)], totals: totalsAt(4) })
    expect(await rowsOf(database, 'days')).toMatchObject([{ answers: 5 }])
    expect(await readMeta(database, 'totals')).toEqual(totalsAt(5))
  })

  test('lie under the answers that wait', async () => {
    await record(first)
    await storeTotals({ days: [dayOfAnswers(5)], totals: totalsAt(5) })
    expect(await rowsOf(database, 'days')).toMatchObject([{ answers: 6, base: dayOfAnswers(5) }])
  })
})

describe('a late call', () => {
  test('leaves when it is answered, but not the one that took its place since', async () => {
    const call = (id: string) => ({
      id,
      createdAt: at(0),
      endpoint: 'PUT /profile' as const,
      input: {},
      coalesceKey: 'profile',
    })
    await enqueueCall(database, call(idOf(60)))
    const [sent] = await outboxOf(database)
    await enqueueCall(database, call(idOf(61)))
    await acknowledgeCall(database, sent as CallItem)
    expect((await outboxOf(database)).map((item) => item.id)).toEqual([idOf(61)])
    await acknowledgeCall(database, (await outboxOf(database))[0] as CallItem)
    expect(await outboxOf(database)).toEqual([])
  })

  const callOf = (endpoint: CallItem['endpoint'], input: Record<string, unknown>, coalesceKey: string) => ({
    id: idOf(62),
    createdAt: at(0),
    endpoint,
    input,
    coalesceKey,
  })
  const removePack = callOf('DELETE /private-packs/:packId', { packId }, 'private-pack-removal')
  const removeCard = callOf(
    'DELETE /private-packs/:packId/cards/:cardId',
    { packId, cardId },
    `private-card-removal:${cardId}`,
  )
  const rename = callOf('PUT /private-packs/:packId', { packId }, 'private-pack-name')
  const unlike = callOf('DELETE /card-packs/reviews/:reviewId/like', { reviewId: 'r' }, 'vote-removal:r')
  const create = callOf('POST /private-packs', { packId }, 'private-pack')
  const putCard = callOf(
    'PUT /private-packs/:packId/cards',
    { packId, cards: [{ id: cardId }] },
    `private-card:${cardId}`,
  )
  const like = callOf('POST /card-packs/reviews/:reviewId/like', { reviewId: 'r' }, 'vote:r')
  test.each([
    ['a pack that was deleted since', create, removePack, true],
    ['a card that was deleted since', putCard, removeCard, true],
    ['a vote that was taken back since', like, unlike, true],
    ['a pack of which a card was deleted', create, removeCard, false],
    ['a pack that has another name since', create, rename, false],
    ['another pack', { ...create, input: { packId: idOf(63) } }, removePack, false],
  ])(
    'takes a declined one with it, which would bring back what is gone: %s',
    async (_, declined, sent, goes) => {
      await enqueueCall(database, declined)
      const failure = { error: 'no', state: 'refused' as const, appVersion: '1' }
      await noteFailure(database, await outboxOf(database), failure)
      await enqueueCall(database, { ...sent, id: idOf(64) })
      await acknowledgeCall(database, (await outboxOf(database))[1] as CallItem)
      expect(await outboxOf(database)).toHaveLength(goes ? 0 : 1)
    },
  )
})
