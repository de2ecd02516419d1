import { beforeEach, describe, expect, test } from 'vitest'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { maxAnswersPerRequest } from '#contract/constants.ts'
import type { RecordBody } from '#contract/study.ts'
import { createApi } from '#src/api/client.ts'
import { failureBody } from '#tests/support/failure-body.ts'
import { createDeviceLocks } from '#tests/support/device-locks.ts'
import {
  answerOf,
  given,
  idOf,
  newDevice,
  noon,
  outboxOf,
  recordReply,
  undoOf,
} from '#tests/support/device-facts.ts'
import { readMeta, writeMeta, type AccountDatabase } from './database.ts'
import { drain, type DrainDeps } from './drain.ts'
import { enqueueCall, outboxStatus, reviveItems } from './outbox.ts'
import { recordAnswer, recordUndo } from './record.ts'

/** Each answer of the network is written out here; the real server answers in tests/integration. */

type Answer = Response | 'silence' | ((body: RecordBody) => Response)
type Sent = { path: string; token: string | null; ids: string[]; body: RecordBody }

let database: AccountDatabase
let answers: Answer[]
let sent: Sent[]
let logged: string[]
let nowMs: number
let ticket: string | null

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const success = (data: unknown) => json({ code: 2000, message: 'ok', show_type: 0, data })
const failure = (name: ErrorName, headers: Record<string, string> = {}) =>
  json(failureBody(name), errorCatalogue[name].status, headers)
const page = (status = 200) => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
const storeAll = (body: RecordBody): Response =>
  success(recordReply([...body.answers, ...body.undos].map((fact) => fact.id)))

const locks = createDeviceLocks()
let ids: number

const depsOf = (fields: Partial<DrainDeps> = {}): DrainDeps => ({
  api: createApi({
    host: '',
    accessToken: () => 'zk_session',
    fetch: async (url, request = {}) => {
      const body = JSON.parse(String(request.body ?? '{}')) as RecordBody
      sent.push({
        path: String(url).replace('/api/client', ''),
        token: new Headers(request.headers).get('authorization'),
        ids: [...(body.answers ?? []), ...(body.undos ?? [])].map((fact) => fact.id),
        body,
      })
      const answer = answers.shift() ?? storeAll
      if (answer === 'silence') throw new TypeError('fetch failed')
      return answer instanceof Response ? answer : answer(body)
    },
  }),
  uploadTicket: () => Promise.resolve(ticket),
  withCalls: true,
  now: () => nowMs,
  random: () => 1,
  newId: () => idOf((ids += 1)),
  locks: locks.of({}),
  appVersion: '1',
  log: (message) => logged.push(message),
  onCallReply: () => {},
  ...fields,
})

const run = (options: { ignoreBackoff?: boolean } = {}) => drain(database, depsOf(), options)
const record = async (...numbers: number[]) => {
  for (const number of numbers) await recordAnswer(database, given(answerOf(number)))
}
const favorite = (number = 60) =>
  enqueueCall(database, {
    id: idOf(number),
    createdAt: noon,
    endpoint: 'POST /card-packs/:id/favorite',
    input: { id: 'a' },
    coalesceKey: `favorite:${number}`,
  })

beforeEach(() => {
  database = newDevice()
  answers = []
  sent = []
  logged = []
  nowMs = Date.parse(noon)
  ticket = 'zt_ticket'
  ids = 7000
})

describe('sending what waits', () => {
  test('sends nothing when nothing waits', async () => {
    expect(await run()).toEqual({ status: 'empty' })
    expect(sent).toEqual([])
  })

  test('goes by session, oldest first, with the ticket and never the session', async () => {
    await record(1, 2)
    await recordAnswer(database, given(answerOf(3), { sessionId: idOf(8) }))
    await record(4)
    await recordUndo(database, undoOf(answerOf(1), 50))
    expect(await run()).toEqual({ status: 'empty' })
    expect(sent.map(({ ids }) => ids)).toEqual([[idOf(1), idOf(2), idOf(4), idOf(50)], [idOf(3)]])
    expect(new Set(sent.map(({ token }) => token))).toEqual(new Set(['Bearer zt_ticket']))
    expect(await outboxOf(database)).toEqual([])
  })

  test('says which device it is, always the same, and what its clock says', async () => {
    await record(1)
    await run()
    nowMs += 1000
    await record(2)
    await run()
    expect(new Set(sent.map(({ body }) => body.deviceId)).size).toBe(1)
    expect(sent.map(({ body }) => body.sentAt)).toEqual([noon, '2026-11-20T04:00:01.000Z'])
  })

  test('splits what is too much for one request', async () => {
    await record(...Array.from({ length: maxAnswersPerRequest + 1 }, (_, index) => index + 1))
    await run()
    expect(sent.map(({ ids }) => ids.length)).toEqual([maxAnswersPerRequest, 1])
  })

  test('takes along what is recorded while it sends', async () => {
    await record(1)
    let recorded: Promise<void> | undefined
    answers = [
      (body) => {
        recorded = record(2)
        return storeAll(body)
      },
    ]
    await run()
    await recorded
    await run()
    expect(sent.map(({ ids }) => ids)).toEqual([[idOf(1)], [idOf(2)]])
  })

  test('two at once send once', async () => {
    await record(1, 2, 3)
    const outcomes = await Promise.all([run(), drain(database, depsOf({ withCalls: false }))])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['busy', 'empty'])
    expect(sent).toHaveLength(1)
  })

  test('without Web Locks two at once send once, too', async () => {
    await record(1, 2, 3)
    const outcomes = await Promise.all([
      drain(database, depsOf({ locks: undefined })),
      drain(database, depsOf({ locks: undefined })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['busy', 'empty'])
    expect(sent).toHaveLength(1)
  })
})

describe('a failure that may pass', () => {
  test.each<[string, () => Answer]>([
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
  ])('[7.9, 8.19] %s: everything stays, in its order, for later', async (_, answer) => {
    await record(1, 2)
    await favorite()
    answers = [answer()]
    expect(await run()).toEqual({ status: 'later', retryAt: nowMs + 1000 })
    expect(sent).toHaveLength(1)
    expect(logged).toEqual(['report study record failed'])
    expect(await outboxOf(database)).toMatchObject([
      { id: idOf(1), state: 'pending', attempts: 1 },
      { id: idOf(2), state: 'pending', attempts: 1 },
      { id: idOf(60), attempts: 0 },
    ])
  })

  test('waits longer each time, and at once no more after a success', async () => {
    await record(1)
    answers = ['silence', 'silence', 'silence']
    const waits: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const outcome = await run({ ignoreBackoff: true })
      waits.push(outcome.status === 'later' ? outcome.retryAt - nowMs : 0)
    }
    expect(waits).toEqual([1000, 2000, 4000])
    await run({ ignoreBackoff: true })
    expect(await readMeta(database, 'retry')).toBeUndefined()
  })

  test('waits as long as the server asks', async () => {
    await record(1)
    answers = [failure('unavailable', { 'retry-after': '90' })]
    expect(await run()).toEqual({ status: 'later', retryAt: nowMs + 90_000 })
  })

  test('sends nothing before the wait is over, unless somebody insists', async () => {
    await record(1)
    answers = ['silence']
    await run()
    expect(await run()).toEqual({ status: 'later', retryAt: nowMs + 1000 })
    expect(sent).toHaveLength(1)
    expect(await run({ ignoreBackoff: true })).toEqual({ status: 'empty' })
  })

  test('does not wait for a clock that has been put back', async () => {
    await record(1)
    await writeMeta(database, 'retry', { attempts: 1, retryAt: nowMs + 86_400_000 })
    expect(await run()).toEqual({ status: 'empty' })
  })
})

describe('permission', () => {
  test('is missing: nothing is sent, everything stays', async () => {
    await record(1)
    ticket = null
    expect(await run()).toEqual({ status: 'blocked' })
    expect(sent).toEqual([])
    expect(await outboxOf(database)).toMatchObject([{ state: 'pending', attempts: 0 }])
  })

  test.each<[string, () => Answer]>([
    ['a refused ticket', () => failure('upload_ticket_invalid')],
    ['a 401 of anybody', () => page(401)],
    ['another student’s ticket', () => failure('forbidden')],
    ['code 4001 under HTTP 200', () => json({ code: 4001, message: '', show_type: 2, data: null })],
  ])('%s: everything stays for the owner’s next sign-in', async (_, answer) => {
    await record(1, 2)
    answers = [answer()]
    expect(await run()).toEqual({ status: 'blocked' })
    expect(await outboxStatus(database)).toEqual({ waiting: 2, refused: 0 })
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxOf(database)).toEqual([])
  })
})

describe('a request that cannot be understood', () => {
  const poison = idOf(5)
  /** The real server refuses a bad answer alone; a proxy or an old server may refuse the whole request. */
  const poisoned =
    (refusal: () => Response) =>
    (body: RecordBody): Response =>
      body.answers.some((answer) => answer.id === poison) ? refusal() : storeAll(body)

  test.each<[string, () => Response]>([
    ['400', () => page(400)],
    ['403 of a proxy', () => page(403)],
    ['404', () => failure('not_found')],
    ['409', () => json({}, 409)],
    ['413', () => failure('payload_too_large')],
    ['422', () => failure('invalid_input')],
    ['426', () => failure('upgrade_required')],
    ['a refusal under HTTP 200', () => json({ code: 4220, message: '', show_type: 2, data: null })],
  ])('%s: halves find the one answer, which is set aside; all others go up', async (_, refusal) => {
    await record(1, 2, 3, 4, 5, 6, 7, 8)
    answers = Array.from({ length: 20 }, () => poisoned(refusal))
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxOf(database)).toMatchObject([{ id: poison, state: 'parked' }])
    expect(sent.length).toBeLessThan(10)
  })

  test('is tried again after the next start', async () => {
    await record(5)
    answers = [failure('invalid_input')]
    await run()
    expect(await run()).toEqual({ status: 'empty' })
    expect(sent).toHaveLength(1)
    await reviveItems(database, '1')
    await run()
    expect(await outboxOf(database)).toEqual([])
  })

  test('an answer that a success does not name is set aside, not taken for stored', async () => {
    await record(1, 2)
    answers = [success(recordReply([idOf(1)]))]
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxOf(database)).toMatchObject([
      { id: idOf(2), state: 'parked', lastError: 'not acknowledged' },
    ])
  })

  test('an answer that the server refuses is kept with the reason, and does not hold up the rest', async () => {
    await record(1, 2)
    answers = [
      success(
        recordReply([idOf(2)], {
          results: [
            { id: idOf(1), status: 'refused', reason: 'pack_locked' },
            { id: idOf(2), status: 'stored' },
          ],
        }),
      ),
    ]
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxOf(database)).toMatchObject([
      { id: idOf(1), state: 'refused', refusal: 'pack_locked' },
    ])
  })
})

describe('calls of the session', () => {
  const favorited = () => success({ packId: 'a', favorited: true })

  test('go up in their turn with the session, and what the server said is told before they leave', async () => {
    await record(1)
    await favorite()
    await record(2)
    answers = [storeAll, favorited()]
    const told: [string, unknown][] = []
    await drain(database, depsOf({ onCallReply: (item, reply) => told.push([item.endpoint, reply]) }))
    expect(sent.map(({ path, token }) => [path.split('/')[1], token])).toEqual([
      ['user-study', 'Bearer zt_ticket'],
      ['card-packs', 'Bearer zk_session'],
    ])
    expect(told).toEqual([['POST /card-packs/:id/favorite', { packId: 'a', favorited: true }]])
    expect(await outboxOf(database)).toEqual([])
  })

  test('stay where there is no session, and hold nothing up', async () => {
    await favorite()
    await record(1)
    expect(await drain(database, depsOf({ withCalls: false }))).toEqual({ status: 'empty' })
    expect((await outboxOf(database)).map((item) => item.kind)).toEqual(['call'])
  })

  test('stay when the session is over, and hold no study record up', async () => {
    await favorite()
    await record(1)
    answers = [failure('session_expired')]
    expect(await run()).toEqual({ status: 'blocked' })
    expect(await outboxOf(database)).toMatchObject([{ kind: 'call', state: 'pending' }])
  })

  test('wait for the network in their turn', async () => {
    await favorite()
    await record(1)
    answers = ['silence']
    expect((await run()).status).toBe('later')
    expect(await outboxStatus(database)).toEqual({ waiting: 2, refused: 0 })
  })

  test('that the server declines are refused, those that nobody understands set aside', async () => {
    await favorite(60)
    await favorite(61)
    answers = [failure('not_found'), page(404)]
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxOf(database)).toMatchObject([
      { id: idOf(60), state: 'refused', refusedBy: '1' },
      { id: idOf(61), state: 'parked' },
    ])
  })

  test('that lack a guardian’s consent are set aside and go up once there is one', async () => {
    await favorite(60)
    answers = [failure('guardian_consent_required')]
    expect(await run()).toEqual({ status: 'empty' })
    expect(await outboxStatus(database)).toEqual({ waiting: 1, refused: 0 })
    await reviveItems(database, '1')
    answers = [favorited()]
    await run()
    expect(await outboxOf(database)).toEqual([])
  })
})
