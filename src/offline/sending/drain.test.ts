import { beforeEach, describe, expect, test } from 'vitest'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import { answerOf, given, idOf, noon, outboxOf, undoOf } from '#tests/support/device-facts.ts'
import {
  createSender,
  failure,
  json,
  page,
  storeAll,
  success,
  type NetworkAnswer,
  type Sender,
} from '#tests/support/sender.ts'
import { readMeta, writeMeta } from '../database.ts'
import { drain } from './drain.ts'
import { outboxStatus } from './outbox.ts'
import { recordAnswer, recordUndo } from '../record.ts'

/** Each answer of the network is written out; the real server answers in tests/integration. */

let sender: Sender

beforeEach(() => {
  sender = createSender()
})

describe('sending what waits', () => {
  test('sends nothing when nothing waits', async () => {
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(sender.sent).toEqual([])
  })

  test('goes by session, oldest first, with the ticket and never the session', async () => {
    await sender.record(1, 2)
    await recordAnswer(sender.database, given(answerOf(3), { sessionId: idOf(8) }))
    await sender.record(4)
    await recordUndo(sender.database, undoOf(answerOf(1), 50))
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(sender.sent.map(({ ids }) => ids)).toEqual([[idOf(1), idOf(2), idOf(4), idOf(50)], [idOf(3)]])
    expect(new Set(sender.sent.map(({ token }) => token))).toEqual(new Set(['Bearer zt_ticket']))
    expect(await outboxOf(sender.database)).toEqual([])
  })

  test('says which device it is, always the same, and what its clock says', async () => {
    await sender.record(1)
    await sender.run()
    sender.nowMs += 1000
    await sender.record(2)
    await sender.run()
    expect(new Set(sender.sent.map(({ body }) => body.deviceId)).size).toBe(1)
    expect(sender.sent.map(({ body }) => body.sentAt)).toEqual([noon, '2026-11-20T04:00:01.000Z'])
  })

  test('splits what is too much for one request', async () => {
    await sender.record(...Array.from({ length: maxAnswersPerRequest + 1 }, (_, index) => index + 1))
    await sender.run()
    expect(sender.sent.map(({ ids }) => ids.length)).toEqual([maxAnswersPerRequest, 1])
  })

  test('takes along what is recorded while it sends', async () => {
    await sender.record(1)
    let recorded: Promise<void> | undefined
    sender.answers = [
      (body) => {
        recorded = sender.record(2)
        return storeAll(body)
      },
    ]
    await sender.run()
    await recorded
    await sender.run()
    expect(sender.sent.map(({ ids }) => ids)).toEqual([[idOf(1)], [idOf(2)]])
  })

  test('two at once send once', async () => {
    await sender.record(1, 2, 3)
    const outcomes = await Promise.all([
      sender.run(),
      drain(sender.database, sender.depsOf({ withCalls: () => false })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['busy', 'empty'])
    expect(sender.sent).toHaveLength(1)
  })

  test('without Web Locks two at once send once, too', async () => {
    await sender.record(1, 2, 3)
    const outcomes = await Promise.all([
      drain(sender.database, sender.depsOf({ locks: undefined })),
      drain(sender.database, sender.depsOf({ locks: undefined })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['busy', 'empty'])
    expect(sender.sent).toHaveLength(1)
  })
})

describe('a failure that may pass', () => {
  test.each<[string, () => NetworkAnswer]>([
    ['no network', () => 'silence'],
    ['408', () => json({}, 408)],
    ['425', () => json({}, 425)],
    ['429', () => failure('too_many_requests')],
    ['500', () => failure('internal')],
    ['502 of a proxy', () => page(502)],
    ['503', () => failure('unavailable')],
    ['a captive portal', () => page()],
    ['a success without its results', () => success({})],
    [
      'a success of half a reply',
      () => new Response('{"code":2000,"da', { headers: { 'content-type': 'application/json' } }),
    ],
    ['403 of a filter', () => page(403)],
    ['404 of a proxy', () => page(404)],
    ['a page of a proxy that asks for a name', () => page(401)],
    ['409 of unknown origin', () => json({}, 409)],
  ])('[7.9, 8.19] %s: everything stays, in its order, for later', async (_, answer) => {
    await sender.record(1, 2)
    sender.answers = [answer()]
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 1000 })
    expect(sender.sent).toHaveLength(1)
    expect(sender.logged).toEqual(['report study record failed'])
    expect(await outboxOf(sender.database)).toMatchObject([
      { id: idOf(1), state: 'pending', attempts: 1 },
      { id: idOf(2), state: 'pending', attempts: 1 },
    ])
  })

  test('waits longer each time, and at once no more after a success', async () => {
    await sender.record(1)
    sender.answers = ['silence', 'silence', 'silence']
    const waits: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const outcome = await sender.run({ ignoreBackoff: true })
      waits.push(outcome.status === 'later' ? outcome.retryAt - sender.nowMs : 0)
    }
    expect(waits).toEqual([1000, 2000, 4000])
    await sender.run({ ignoreBackoff: true })
    expect(await readMeta(sender.database, 'retry')).toBeUndefined()
  })

  test('waits as long as the server asks, ten minutes at most, even if the student comes back before', async () => {
    await sender.record(1)
    sender.answers = [failure('unavailable', { 'retry-after': '90' })]
    const asked = { status: 'later', retryAt: sender.nowMs + 90_000 }
    expect(await sender.run()).toEqual(asked)
    await sender.record(2)
    expect(await sender.run({ ignoreBackoff: true })).toEqual(asked)
    expect(sender.sent).toHaveLength(1)
    sender.nowMs += 90_000
    sender.answers = [failure('unavailable', { 'retry-after': '3000000' })]
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 600_000 })
  })

  test('sends nothing before the wait is over, unless somebody insists', async () => {
    await sender.record(1)
    sender.answers = ['silence']
    await sender.run()
    expect(await sender.run()).toEqual({ status: 'later', retryAt: sender.nowMs + 1000 })
    expect(sender.sent).toHaveLength(1)
    expect(await sender.run({ ignoreBackoff: true })).toEqual({ status: 'empty' })
  })

  test('does not wait for a clock that has been put back', async () => {
    await sender.record(1)
    await writeMeta(sender.database, 'retry', { attempts: 1, retryAt: sender.nowMs + 86_400_000 })
    expect(await sender.run()).toEqual({ status: 'empty' })
  })
})

describe('permission', () => {
  test('is missing: nothing is sender.sent, everything stays', async () => {
    await sender.record(1)
    sender.ticket = null
    expect(await sender.run()).toEqual({ status: 'blocked' })
    expect(sender.sent).toEqual([])
    expect(await outboxOf(sender.database)).toMatchObject([{ state: 'pending', attempts: 0 }])
  })

  test.each<[string, () => NetworkAnswer]>([
    ['a refused ticket', () => failure('upload_ticket_invalid')],
    ['another student’s ticket', () => failure('forbidden')],
    ['code 4001 under HTTP 200', () => json({ code: 4001, message: '', show_type: 2, data: null })],
  ])('%s: everything stays for the owner’s next sign-in', async (_, answer) => {
    await sender.record(1, 2)
    sender.answers = [answer()]
    expect(await sender.run()).toEqual({ status: 'blocked' })
    expect(await outboxStatus(sender.database)).toEqual({ waiting: 2, setAside: 0, refused: 0 })
    expect(await sender.run()).toEqual({ status: 'empty' })
    expect(await outboxOf(sender.database)).toEqual([])
  })
})
