import { beforeEach, describe, expect, test } from 'vitest'
import { createApi } from '#src/api/client.ts'
import type { RecordBody } from '#contract/study.ts'
import { answerOf, given, idOf, noon, outboxOf } from '#tests/support/device-facts.ts'
import { createSender, failure, page, storeAll, success, type Sender } from '#tests/support/sender.ts'
import { drain } from './drain.ts'
import { enqueueCall, outboxStatus, retryAll, reviveItems } from './outbox.ts'
import { recordAnswer } from '../record.ts'

/** Study records and calls of the session are two queues, and each item waits for itself alone. */

let sender: Sender

beforeEach(() => {
  sender = createSender()
})

const idsSent = () => sender.sent.map(({ ids }) => ids)
const laterBy = (ms: number) => {
  sender.nowMs += ms
}
/** Calls of this path are answered so, all else is stored. */
const always = (isMeant: (path: string) => boolean, answer: () => Response) =>
  createApi({
    host: '',
    accessToken: () => 'zk_session',
    fetch: async (url, request = {}) => {
      const body = JSON.parse(String(request.body ?? '{}')) as RecordBody
      sender.sent.push({
        path: String(url),
        token: null,
        ids: (body.answers ?? []).map(({ id }) => id),
        body,
      })
      return isMeant(String(url)) ? answer() : body.answers ? storeAll(body) : success({})
    },
  })

describe('a call that fails each time', () => {
  test('holds back neither the answers behind it nor another call, and is set aside after some tries', async () => {
    const api = always(
      (url) => url.includes('favorite'),
      () => failure('internal'),
    )
    await sender.favorite()
    for (let round = 1; round <= 5; round += 1) {
      await sender.record(round)
      await drain(sender.database, sender.depsOf({ api }))
      expect((await outboxOf(sender.database)).map(({ id }) => id)).toEqual([idOf(60)])
      laterBy(300_000)
    }
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 1, setAside: 1, refused: 0 })
    await drain(sender.database, sender.depsOf({ api }))
    expect(idsSent().filter((ids) => ids.length === 0)).toHaveLength(5)
    await retryAll(sender.database)
    sender.answers = [success({})]
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('is not to blame when nothing gets through', async () => {
    await sender.favorite()
    for (let round = 1; round <= 8; round += 1) {
      sender.answers = [failure('internal')]
      await sender.run()
      laterBy(300_000)
    }
    expect(await outboxOf(sender.database)).toMatchObject([{ state: 'pending', attempts: 8 }])
  })

  test('in the client itself holds back nothing', async () => {
    await sender.favorite(60)
    await sender.record(1)
    const { api } = sender.depsOf()
    const broken: typeof api = {
      call: (async (key: string, ...rest: []) => {
        if (key.includes('favorite')) throw new TypeError('not a function')
        return api.call(key as 'GET /profile', ...rest)
      }) as typeof api.call,
    }
    expect((await drain(sender.database, sender.depsOf({ api: broken }))).status).toBe('later')
    expect((await outboxOf(sender.database)).map(({ id }) => id)).toEqual([idOf(60)])
  })

  test('is sent once, also when what it brought does not reach the screen', async () => {
    await sender.favorite()
    sender.answers = [success({})]
    const onCallReply = () => {
      throw new Error('no such list')
    }
    expect(await drain(sender.database, sender.depsOf({ onCallReply }))).toEqual({ status: 'empty' })
    expect([sender.sent.length, await outboxOf(sender.database)]).toEqual([1, []])
  })

  test('keeps those in their order that depend on it, and no other', async () => {
    const packId = idOf(90)
    const call = (id: number, endpoint: Parameters<typeof enqueueCall>[1]['endpoint'], key: string) =>
      enqueueCall(sender.database, {
        id: idOf(id),
        createdAt: noon,
        endpoint,
        input: { packId },
        coalesceKey: key,
      })
    await call(60, 'POST /private-packs', 'made')
    await call(61, 'PUT /private-packs/:packId/cards', 'cards')
    await call(62, 'PUT /private-packs/:packId', 'name')
    await call(63, 'DELETE /private-packs/:packId', 'removal')
    await sender.favorite(64)
    sender.answers = [failure('internal'), success({})]
    await sender.run()
    const left = async () => (await outboxOf(sender.database)).map(({ id }) => id)
    expect(await left()).toEqual([60, 61, 62, 63].map(idOf))
    laterBy(1000)
    sender.answers = [1, 2, 3, 4].map(() => success({}))
    await sender.run()
    expect(sender.sent.slice(2).map(({ path }) => path.split('/').at(-1))).toEqual([
      'private-packs',
      'cards',
      packId,
      packId,
    ])
    expect(await left()).toEqual([])
  })
})

describe('an answer that a filter turns away', () => {
  test('is found among the others, which all go up; set aside, it is tried again on return', async () => {
    const forbidden = idOf(5)
    const filter = (body: RecordBody) =>
      body.answers.some(({ id }) => id === forbidden) ? page(403) : storeAll(body)
    await sender.record(1, 2, 3, 4, 5, 6, 7, 8)
    sender.answers = Array.from({ length: 200 }, () => filter)
    for (let round = 0; round < 15; round += 1) {
      await sender.record(20 + round)
      await sender.run()
      laterBy(300_000)
    }
    expect(await outboxOf(sender.database)).toMatchObject([{ id: forbidden, state: 'parked' }])
    sender.answers = []
    await reviveItems(sender.database, '1', { isStart: false })
    expect(await sender.run()).toEqual({ status: 'empty' })
  })
})

test('answers that may have arrived are asked about again before any other goes', async () => {
  await sender.record(1, 2)
  sender.answers = ['silence']
  await sender.run()
  await recordAnswer(sender.database, given(answerOf(3), { sessionId: idOf(8) }))
  expect((await sender.run()).status).toBe('later')
  laterBy(1000)
  expect(await sender.run()).toEqual({ status: 'empty' })
  expect(idsSent()).toEqual([[idOf(1), idOf(2)], [idOf(1), idOf(2)], [idOf(3)]])
})
