import { beforeEach, describe, expect, test } from 'vitest'
import type { RecordBody } from '#contract/study.ts'
import { answerOf, given, idOf, noon, outboxOf, recordReply } from '#tests/support/device-facts.ts'
import { createSender, failure, json, page, storeAll, success, type Sender } from '#tests/support/sender.ts'
import { drain } from './drain.ts'
import { enqueueCall, outboxStatus, retryAll, reviveItems } from './outbox.ts'
import { recordAnswer } from '../record.ts'

/** What the network or the server declines, and calls of the session among the study records. */

let sender: Sender

beforeEach(() => {
  sender = createSender()
})

describe('a request that cannot be understood', () => {
  const poison = idOf(5)
  /** The real server refuses a bad answer alone; a proxy or an old server may refuse the whole request. */
  const poisoned =
    (refusal: () => Response) =>
    (body: RecordBody): Response =>
      body.answers.some((answer) => answer.id === poison) ? refusal() : storeAll(body)

  test.each<[string, () => Response]>([
    ['404', () => failure('not_found')],
    ['413', () => failure('payload_too_large')],
    ['422', () => failure('invalid_input')],
    ['426', () => json({ code: 4260, message: '', show_type: 1, data: null }, 426)],
    ['a refusal under HTTP 200', () => json({ code: 4220, message: '', show_type: 2, data: null })],
  ])('%s: halves find the one answer, which is set aside; all others go up', async (_, refusal) => {
    await sender.record(1, 2, 3, 4, 5, 6, 7, 8)
    sender.answers = Array.from({ length: 20 }, () => poisoned(refusal))
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxOf(sender.database)).toMatchObject([{ id: poison, state: 'parked' }])
    expect(sender.sent.length).toBeLessThan(10)
  })

  test('is tried again after the next start', async () => {
    await sender.record(5)
    sender.answers = [failure('invalid_input')]
    await sender.run()
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(sender.sent).toHaveLength(1)
    await reviveItems(sender.database, '1')
    await sender.run()
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('an answer that a success does not name waits for another, not taken for stored', async () => {
    await sender.record(1, 2)
    sender.answers = [success(recordReply([idOf(1)]))]
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 1000 })
    expect(await outboxOf(sender.database)).toMatchObject([
      { id: idOf(2), state: 'pending', lastError: 'not acknowledged' },
    ])
    sender.nowMs += 1000
    expect(await sender.run()).toEqual({ status: 'empty' })
  })

  test('an answer that the server refuses is kept with the reason, and does not hold up the rest', async () => {
    await sender.record(1, 2)
    sender.answers = [
      success(
        recordReply([idOf(2)], {
          results: [
            { id: idOf(1), status: 'refused', reason: 'pack_locked' },
            { id: idOf(2), status: 'stored' },
          ],
        }),
      ),
    ]
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxOf(sender.database)).toMatchObject([
      { id: idOf(1), state: 'refused', refusal: 'pack_locked' },
    ])
  })
})

describe('calls of the session', () => {
  const favorited = () => success({ packId: 'a', favorited: true })

  test('go up in their turn with the session, and what the server said is reported before they leave', async () => {
    await sender.record(1)
    await sender.favorite()
    await sender.record(2)
    sender.answers = [storeAll, favorited()]
    const replies: [string, unknown][] = []
    await drain(
      sender.database,
      sender.depsOf({ onCallReply: (item, reply) => replies.push([item.endpoint, reply]) }),
    )
    expect(sender.sent.map(({ path, token }) => [path.split('/')[1], token])).toEqual([
      ['user-study', 'Bearer zt_ticket'],
      ['card-packs', 'Bearer zk_session'],
    ])
    expect(replies).toEqual([['POST /card-packs/:id/favorite', { packId: 'a', favorited: true }]])
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('that remove what is gone already are done: their own reply may have been lost', async () => {
    const call = { endpoint: 'DELETE /card-packs/reviews/:reviewId', input: { reviewId: idOf(1) } } as const
    await enqueueCall(sender.database, { ...call, id: idOf(2), createdAt: noon, coalesceKey: 'review' })
    sender.answers = [failure('not_found')]
    const replies: unknown[] = []
    await drain(sender.database, sender.depsOf({ onCallReply: (_, reply) => replies.push(reply) }))
    expect(replies).toEqual([null])
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('stay where there is no session, and hold nothing up', async () => {
    await sender.favorite()
    await sender.record(1)
    expect(await drain(sender.database, sender.depsOf({ withCalls: () => false }))).toEqual({
      status: 'empty',
    })
    expect((await outboxOf(sender.database)).map((item) => item.kind)).toEqual(['call'])
  })

  test('stay when the session is over, and hold no study record up', async () => {
    await sender.favorite()
    await sender.record(1)
    sender.answers = [storeAll, failure('session_expired')]
    expect(await sender.run()).toEqual({ status: 'blocked' })
    expect(await outboxOf(sender.database)).toMatchObject([{ kind: 'call', state: 'pending' }])
  })

  test('beyond a limit wait as long as the server says, and hold up no study record and no other call', async () => {
    await sender.favorite(60)
    await sender.record(1)
    await sender.favorite(61)
    sender.answers = [storeAll, failure('too_many_requests', { 'retry-after': '300' }), favorited()]
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 300_000 })
    expect(await outboxOf(sender.database)).toMatchObject([{ id: idOf(60), state: 'pending', attempts: 1 }])
    await sender.record(2)
    expect((await sender.run({ ignoreBackoff: true })).status).toBe('later')
    expect(sender.sent.map(({ ids }) => ids)).toEqual([[idOf(1)], [], [], [idOf(2)]])
    sender.nowMs += 300_000
    sender.answers = [favorited()]
    expect(await sender.run()).toEqual({ status: 'empty' })
  })

  test('beyond a limit go at once when the student asks, and wait for no clock that was put back', async () => {
    const limit = () => [failure('too_many_requests', { 'retry-after': '300' })]
    await sender.favorite()
    sender.answers = limit()
    await sender.run()
    await retryAll(sender.database)
    sender.answers = limit()
    expect((await sender.run()).status).toBe('later')
    expect(sender.sent).toHaveLength(2)
    sender.nowMs -= 86_400_000
    sender.answers = [favorited()]
    expect(await sender.run()).toEqual({ status: 'empty' })
  })

  test('wait for the network: when nothing gets through, one is tried', async () => {
    await sender.favorite(60)
    await sender.favorite(61)
    sender.answers = ['silence']
    expect((await sender.run()).status).toBe('later')
    expect(sender.sent).toHaveLength(1)
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 2, setAside: 0, refused: 0 })
  })

  test('that the server declines are refused, those that somebody on the way turns away wait', async () => {
    await sender.favorite(60)
    await sender.favorite(61)
    sender.answers = [failure('not_found'), page(404)]
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 1000 })
    expect(await outboxOf(sender.database)).toMatchObject([
      { id: idOf(60), state: 'refused', refusedBy: '1', refusalMessage: '请求的资源不存在' },
      { id: idOf(61), state: 'pending' },
    ])
  })

  test('that lack a guardian’s consent are set aside and go up once there is one', async () => {
    await sender.favorite(60)
    sender.answers = [failure('guardian_consent_required')]
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 1, setAside: 0, refused: 0 })
    await reviveItems(sender.database, '1')
    sender.answers = [favorited()]
    await sender.run()
    expect(await outboxOf(sender.database)).toEqual([])
  })
})

describe('a private pack on its way to the server', () => {
  const packId = given(answerOf(1)).packId
  const make = (number = 60, cards: { id: string }[] = []) =>
    enqueueCall(sender.database, {
      id: idOf(number),
      createdAt: noon,
      endpoint: 'POST /private-packs',
      input: { packId, cards },
      coalesceKey: `private-pack:${packId}`,
    })
  const putCard = (number: number) =>
    enqueueCall(sender.database, {
      id: idOf(number),
      createdAt: noon,
      endpoint: 'PUT /private-packs/:packId/cards',
      input: { packId },
      coalesceKey: 'private-card:1',
    })
  const paths = () => sender.sent.map(({ path }) => path.split('/').slice(1, 3).join('/'))

  test('goes before what was answered in it, even when a card was changed after that', async () => {
    await make()
    await putCard(61)
    await sender.record(1)
    await putCard(62)
    sender.answers = [success({}), success({})]
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(paths()).toEqual(['private-packs', `private-packs/${packId}`, `user-study/record`])
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('keeps its answers where there is no session, and holds no other pack up', async () => {
    await make()
    await sender.record(1)
    await recordAnswer(sender.database, given(answerOf(2), { packId: idOf(90) }))
    expect(await drain(sender.database, sender.depsOf({ withCalls: () => false }))).toEqual({
      status: 'empty',
    })
    expect(sender.sent.map(({ ids }) => ids)).toEqual([[idOf(2)]])
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 2, setAside: 0, refused: 0 })
  })

  test('that the server declines keeps its answers until it is mended', async () => {
    await make()
    await sender.record(1)
    sender.answers = [failure('invalid_input')]
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 1, setAside: 0, refused: 1 })
    await make(63)
    sender.answers = [success({})]
    await sender.run()
    expect(sender.sent.at(-1)?.ids).toEqual([idOf(1)])
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('that the server declines keeps the removal of one of its cards, which has to follow it', async () => {
    await make(60, [{ id: idOf(70) }, { id: idOf(71) }])
    await enqueueCall(sender.database, {
      id: idOf(61),
      createdAt: noon,
      endpoint: 'DELETE /private-packs/:packId/cards/:cardId',
      input: { packId, cardId: idOf(70) },
      coalesceKey: `private-card-removal:${idOf(70)}`,
    })
    sender.answers = [failure('invalid_input'), failure('not_found')]
    await sender.run()
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 0, setAside: 0, refused: 2 })
    await retryAll(sender.database)
    sender.answers = [success({}), success({})]
    await sender.run()
    expect(sender.sent.slice(2).map(({ path }) => path.split('/').length)).toEqual([2, 5])
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('holds nothing up with a change of a card that the server declines', async () => {
    await putCard(61)
    await sender.record(1)
    sender.answers = [failure('invalid_input')]
    await sender.run()
    expect(sender.sent.at(-1)?.ids).toEqual([idOf(1)])
  })
})
