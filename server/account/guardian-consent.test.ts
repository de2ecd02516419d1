import type { FastifyInstance } from 'fastify'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { createApp } from '#server/app.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { Call, TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'
const refused = errorCatalogue.guardian_consent_required.code
const required = { status: 409, code: refused, message: '未满 14 周岁需要监护人同意后才能继续', showType: 1 }

const server = await serverOfFile({ now })
const elsewhere = await createApp(server.deps)
afterAll(() => elsewhere.close())
let student: TestStudent
let guardians = 0
let guardian: string

beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
  guardian = `177${String((guardians += 1)).padStart(8, '0')}`
})

const say = (ageBand: 'under14' | '14to17' | 'adult', call: Call = student.call) =>
  call('POST /account/age-band', { ageBand })
const agree = async (call: Call = student.call, phone = guardian) =>
  call('POST /account/guardian-consent', {
    phone,
    code: await codeFor(server, phone, 'guardian'),
    agreed: true,
  })
const write = (call: Call = student.call) => call('POST /themes/select/:id', { id: 'paper' })

describe('the age band', () => {
  it('is unknown at first, and nothing is asked of a guardian', async () => {
    const { data } = await student.call('GET /profile')
    expect(data).toMatchObject({ ageBand: null, guardianConsent: 'not_needed' })
  })

  it.each([
    ['under14', 'needed'],
    ['14to17', 'not_needed'],
    ['adult', 'not_needed'],
  ] as const)('%s is kept, and a guardian’s consent is then %s', async (ageBand, guardianConsent) => {
    expect(await say(ageBand)).toMatchObject({ code: 2000, data: { ageBand, guardianConsent } })
    expect((await student.call('GET /profile')).data).toMatchObject({ ageBand, guardianConsent })
  })

  it('can be said again but not changed: growing older on one’s own word would end the protection', async () => {
    await say('under14')
    expect((await say('under14')).code).toBe(2000)
    expect(await say('adult')).toMatchObject({ status: 409, code: 4096 })
    expect((await student.call('GET /profile')).data.ageBand).toBe('under14')
  })

  it('is one, whatever is said at the same moment', async () => {
    const replies = await Promise.all([say('under14'), say('adult'), say('14to17'), say('under14')])
    const { ageBand } = (await student.call('GET /profile')).data
    for (const { code, data } of replies) {
      if (code === 2000) expect(data.ageBand).toBe(ageBand)
      else expect(code).toBe(4096)
    }
  })

  it.each(['child', '', 13, null])('refuses %j', async (ageBand) => {
    const reply = await say(ageBand as 'adult')
    expect(reply).toMatchObject({ status: 422, message: '提交的内容有误：年龄段' })
  })
})

describe('a guardian', () => {
  it('agrees with a code from their own phone, which the account then names', async () => {
    await say('under14')
    expect(await agree()).toMatchObject({ code: 2000, data: { guardianConsent: 'given' } })
    expect((await student.call('GET /account/security')).data.guardian).toEqual({
      phoneMasked: `177****${guardian.slice(-4)}`,
      agreedAt: now,
    })
  })

  it('may be another one later', async () => {
    await say('under14')
    await agree()
    server.clock.advance(60_000)
    await agree(student.call, '17699990000')
    expect((await student.call('GET /account/security')).data.guardian).toEqual({
      phoneMasked: '176****0000',
      agreedAt: '2026-11-20T08:01:00.000Z',
    })
  })

  it('is not asked for those who are older, or have not said how old they are', async () => {
    expect((await agree()).code).toBe(4030)
    await say('adult')
    server.clock.advance(60_000)
    expect((await agree()).code).toBe(4030)
    expect((await student.call('GET /account/security')).data.guardian).toBeNull()
  })

  it('has not agreed with a wrong code, an old one, or without saying so', async () => {
    await say('under14')
    const code = await codeFor(server, guardian, 'guardian')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const send = (body: { code: string; agreed: boolean }) =>
      student.call('POST /account/guardian-consent', {
        phone: guardian,
        ...body,
        agreed: body.agreed as true,
      })
    expect((await send({ code: wrong, agreed: true })).code).toBe(4221)
    expect((await send({ code, agreed: false })).code).toBe(4220)
    server.clock.advance(300_000)
    expect((await send({ code, agreed: true })).code).toBe(4222)
    expect((await student.call('GET /profile')).data.guardianConsent).toBe('needed')
  })
})

/** Calls that a child may make before a guardian has agreed, although they are no GET. */
const isOpenToChildren = (key: EndpointKey): boolean =>
  / \/(auth|account|profile)\b/.test(key) ||
  key.startsWith('DELETE ') ||
  key === 'POST /orders/:orderId/close' ||
  key === 'POST /user-study/record/:packId/:sessionId' ||
  key === 'POST /card-packs/:id/card-details'

const protectedKeys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => (endpoints[key] as Endpoint).access !== 'public',
)
const ids = (path: string) => path.replace(/:\w+/g, '018f0000-0000-7000-8000-000000000000')

const statusOf = async (app: FastifyInstance, key: EndpointKey, token: string) => {
  const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const reply = await app.inject({
    method,
    url: `/api/client${ids(path)}`,
    // A broken body stops every call that takes one right behind the guard: none of them does its work here.
    ...(method !== 'GET' && { payload: '[' }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  return reply.json().code as number
}

describe('without consent', () => {
  it.each(protectedKeys.filter((key) => !key.startsWith('GET ') && !isOpenToChildren(key)))(
    '%s keeps nothing about those under 14',
    async (key) => {
      await say('under14')
      expect(await statusOf(server.app, key, student.token)).toBe(refused)
    },
  )

  it.each(protectedKeys.filter((key) => key.startsWith('GET ') || isOpenToChildren(key)))(
    '%s stays open to those under 14',
    async (key) => {
      await say('under14')
      expect(await statusOf(server.app, key, student.token)).not.toBe(refused)
    },
  )

  it('loses no answer, by session or by ticket', async () => {
    const { packId, cardIds } = await server.insertPack()
    await server.unlock(student.studentId, packId)
    await say('under14')
    for (const call of [student.call, student.callWithTicket]) {
      const answers = [makeAnswer({ cardId: cardIds[0]!, answeredAt: now })]
      const { data } = await upload(call, { packId, sentAt: now, answers })
      expect(data.results).toMatchObject([{ status: 'stored' }])
    }
  })

  it('leaves each student the right to remove what they wrote before', async () => {
    const { packId } = await server.insertPack()
    await server.unlock(student.studentId, packId)
    const { data } = await student.call('POST /card-packs/:id/reviews', { id: packId, rating: 4 })
    await student.call('POST /card-packs/:id/favorite', { id: packId })
    await say('under14')
    const removed = await student.call('DELETE /card-packs/reviews/:reviewId', { reviewId: data.id })
    expect(removed.code).toBe(2000)
    expect((await student.call('DELETE /card-packs/:id/favorite', { id: packId })).code).toBe(2000)
  })

  it('shows no one else what they wrote before, until a guardian agrees', async () => {
    const { packId } = await server.insertPack()
    const [reader, other] = [await server.signIn(), await server.signIn()]
    for (const author of [student, other]) {
      await server.unlock(author.studentId, packId)
      await author.call('POST /card-packs/:id/reviews', { id: packId, rating: 4, comment: '好' })
    }
    const list = async (call: Call) =>
      (await call('GET /card-packs/:id/reviews', { id: packId, page: 1, limit: 1 })).data
    expect(await list(reader.call)).toMatchObject({ total: 2, hasMore: true })
    await say('under14')
    expect(await list(reader.call)).toMatchObject({ total: 1, hasMore: false, items: [{ mine: false }] })
    expect(await list(other.call)).toMatchObject({ total: 0, hasMore: false, items: [] })
    expect(await list(student.call)).toMatchObject({ total: 1, mine: { comment: '好' } })
    await agree()
    expect(await list(reader.call)).toMatchObject({ total: 2, hasMore: true, rating: 4 })
  })

  it('does not hold back those who are older', async () => {
    await say('14to17')
    expect((await write()).code).not.toBe(refused)
  })

  it('holds from the moment the age is said, and ends with the consent, also in a session that was at work', async () => {
    expect((await write()).code).not.toBe(refused)
    await say('under14')
    expect(await write()).toMatchObject(required)
    await agree()
    expect((await write()).code).not.toBe(refused)
  })

  it('holds on every device of the student', async () => {
    server.clock.advance(60_000)
    const tablet = await server.signIn(student.phone)
    expect((await write(tablet.call)).code).not.toBe(refused)
    await say('under14')
    expect((await write(tablet.call)).code).toBe(refused)
    await agree(tablet.call)
    expect((await write()).code).not.toBe(refused)
  })

  it('holds at once in every process, also where the session was at work', async () => {
    const key = 'POST /themes/select/:id'
    expect(await statusOf(elsewhere, key, student.token)).not.toBe(refused)
    await say('under14')
    expect(await statusOf(elsewhere, key, student.token)).toBe(refused)
  })

  it('is never held against a student whose guardian agreed through another process', async () => {
    const key = 'POST /themes/select/:id'
    await say('under14')
    expect(await statusOf(elsewhere, key, student.token)).toBe(refused)
    await agree()
    expect(await statusOf(elsewhere, key, student.token)).not.toBe(refused)
  })

  it('concerns no one else', async () => {
    const other = await server.signIn()
    await say('under14')
    expect((await write(other.call)).code).not.toBe(refused)
  })
})
