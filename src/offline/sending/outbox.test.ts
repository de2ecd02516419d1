import { beforeEach, describe, expect, test } from 'vitest'
import { answerOf, given, idOf, newDevice, noon, outboxOf, undoOf } from '#tests/support/device-facts.ts'
import { noteFailure } from './acknowledge.ts'
import type { AccountDatabase } from '../database.ts'
import type { CallItem, OutboxState, StudyItem } from '../schema.ts'
import { nextCall, nextFacts } from './next-batch.ts'
import { enqueueCall, outboxStatus, retryAll, reviveItems, waitingCalls } from './outbox.ts'
import { recordAnswer, recordUndo } from '../record.ts'

let database: AccountDatabase

beforeEach(() => {
  database = newDevice()
})

const favorite = (
  pack: string,
  number: number,
  endpoint: CallItem['endpoint'] = 'POST /card-packs/:id/favorite',
) =>
  enqueueCall(database, {
    id: idOf(number),
    createdAt: noon,
    endpoint,
    input: { id: pack },
    coalesceKey: `favorite:${pack}`,
  })

const setAside = async (id: string, state: OutboxState, appVersion = '1') => {
  const items = (await outboxOf(database)) as (StudyItem | CallItem)[]
  await noteFailure(
    database,
    items.filter((item) => item.id === id),
    { error: 'told', state, appVersion },
  )
}
const choice = { now: Date.parse(noon), ignoreBackoff: false, failed: new Set<number>() }
const idsOf = async (limit = 200) => ((await nextFacts(database, limit, choice)) ?? []).map((item) => item.id)
const nextCallId = async () => (await nextCall(database, choice))?.id

describe('the next batch', () => {
  test('is nothing when nothing waits', async () => {
    expect([await idsOf(), await nextCallId()]).toEqual([[], undefined])
  })

  test('is the oldest facts of one session, in their order, undos among them', async () => {
    const [first, second, third] = [answerOf(1), answerOf(2), answerOf(3)]
    await recordAnswer(database, given(first))
    await recordAnswer(database, given(second, { sessionId: idOf(1) }))
    await recordUndo(database, undoOf(first, 50))
    await recordAnswer(database, given(third))
    expect(await idsOf()).toEqual([first.id, idOf(50), third.id])
  })

  test('is no longer than asked', async () => {
    for (let number = 1; number <= 5; number += 1) await recordAnswer(database, given(answerOf(number)))
    expect(await idsOf(2)).toEqual([idOf(1), idOf(2)])
  })

  test('of calls is another queue than that of facts', async () => {
    await favorite('a', 60)
    await recordAnswer(database, given(answerOf(1)))
    expect([await idsOf(), await nextCallId()]).toEqual([[idOf(1)], idOf(60)])
  })

  test('leaves out what is set aside', async () => {
    for (const number of [1, 2, 3]) await recordAnswer(database, given(answerOf(number)))
    await setAside(idOf(1), 'parked')
    await setAside(idOf(2), 'refused')
    expect(await idsOf()).toEqual([idOf(3)])
    expect(await outboxStatus(database)).toEqual({ waiting: 2, setAside: 1, refused: 1 })
  })
})

describe('calls', () => {
  test('of the same key replace each other, of others do not', async () => {
    await favorite('a', 60)
    await favorite('b', 61)
    await favorite('a', 62, 'DELETE /card-packs/:id/favorite')
    expect((await waitingCalls(database)).map(({ id, endpoint }) => [id, endpoint])).toEqual([
      [idOf(61), 'POST /card-packs/:id/favorite'],
      [idOf(62), 'DELETE /card-packs/:id/favorite'],
    ])
  })

  test('that the server declined are no longer laid over its word', async () => {
    await favorite('a', 60)
    await setAside(idOf(60), 'refused')
    expect(await waitingCalls(database)).toEqual([])
    expect(await outboxStatus(database)).toEqual({ waiting: 0, setAside: 0, refused: 1 })
  })
})

describe('what was set aside', () => {
  beforeEach(async () => {
    for (const number of [1, 2]) await recordAnswer(database, given(answerOf(number)))
    await setAside(idOf(1), 'parked')
    await setAside(idOf(2), 'refused', '1')
  })

  test('is tried again at the next start when the answer was not understood', async () => {
    await reviveItems(database, '1')
    expect(await idsOf()).toEqual([idOf(1)])
  })

  test('is tried again by a newer app when the server refused it', async () => {
    await reviveItems(database, '2')
    expect(await idsOf()).toEqual([idOf(1), idOf(2)])
  })

  test('is tried again when the student asks', async () => {
    await retryAll(database)
    expect(await outboxStatus(database)).toEqual({ waiting: 2, setAside: 0, refused: 0 })
    expect(await idsOf()).toEqual([idOf(1), idOf(2)])
  })

  test('keeps its attempts and its last error', async () => {
    expect(await outboxOf(database)).toMatchObject([
      { attempts: 1, lastError: 'told', state: 'parked' },
      { attempts: 1, lastError: 'told', state: 'refused', refusedBy: '1' },
    ])
  })

  test('is not put back by a second sender that failed later', async () => {
    await setAside(idOf(1), 'pending')
    expect(await outboxStatus(database)).toEqual({ waiting: 1, setAside: 1, refused: 1 })
    expect(await idsOf()).toEqual([])
  })
})
