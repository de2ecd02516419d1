import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSpecCalls, type SpecCalls } from '#tests/support/spec-calls.ts'
import { makeAnswer } from '#tests/support/study-facts.ts'
import { tang } from '#tests/support/test-library.ts'
import { authorise, newBrowserKey } from '#tests/support/wechat/wechat-phone.ts'

/** Section 7's table, what is a student’s own: the page's own client makes the call, and the real server answers it. */

let calls: SpecCalls
const id = tang.packId
const cardIds = [...tang.previews, tang.locked]
const base = '/api/client'

beforeAll(async () => {
  calls = await startSpecCalls()
})
afterAll(() => calls.server.close())

test('[7.6.1, 7.6.2] a code is sent, and signs in', async () => {
  const phone = '13712345678'
  const { devCode = '' } = await calls.visitor.call('POST /auth/send-code', { phone })
  expect(calls.wire()).toMatchObject({ line: `POST ${base}/auth/send-code`, body: { phone } })
  const { token } = await calls.visitor.call('POST /auth/login', { phone, code: devCode, agreed: true })
  expect(calls.wire().line).toBe(`POST ${base}/auth/login`)
  expect((await calls.clientOf(token).call('GET /profile')).phoneMasked).toBe('137****5678')
})

test('[7.6.3, 9.15] what WeChat gave inside it signs in', async () => {
  const proof = await authorise(calls.server, 'login', { as: '小青' })
  const { token } = await calls.visitor.call('POST /auth/wechat-login', { ...proof, agreed: true })
  expect(calls.wire()).toMatchObject({ line: `POST ${base}/auth/wechat-login`, body: proof })
  expect((await calls.clientOf(token).call('GET /profile')).phoneMasked).toBe('')
})

test('[7.6.4, 7.6.5, 3.13, 9.14] a QR code is made, and its status is polled with sessionId', async () => {
  const { sessionId } = await calls.visitor.call('POST /auth/wechat-qr-code', { browserKey: newBrowserKey() })
  expect(calls.wire().line).toBe(`POST ${base}/auth/wechat-qr-code`)
  expect(await calls.visitor.call('GET /auth/wechat-login-status', { sessionId })).toEqual({
    status: 'pending',
  })
  expect(calls.wire()).toMatchObject({ line: `GET ${base}/auth/wechat-login-status`, query: { sessionId } })
})

test('[7.6.6] the openid is given for what WeChat gave', async () => {
  const proof = await authorise(calls.server, 'openid', { as: '小明', by: calls.student })
  expect((await calls.api.call('POST /auth/wechat-openid', proof)).openid).not.toBe('')
  expect(calls.wire()).toMatchObject({ line: `POST ${base}/auth/wechat-openid`, body: proof })
})

test('[7.6.7] logging out ends the session', async () => {
  const other = await calls.server.signIn()
  await calls.clientOf(other.token).call('POST /auth/logout')
  expect(calls.wire().line).toBe(`POST ${base}/auth/logout`)
  await expect(calls.clientOf(other.token).call('GET /profile')).rejects.toMatchObject({ status: 401 })
})

test('[7.6.8] the balance history', async () => {
  const { items } = await calls.api.call('GET /wallet/balance-history', { page: 1, limit: 5 })
  expect(items).toMatchObject([{ amount: 200, balanceAfter: 200 }])
  expect(calls.wire()).toMatchObject({
    line: `GET ${base}/wallet/balance-history`,
    query: { page: '1', limit: '5' },
  })
})

test('[7.6.31] the products that can be bought', async () => {
  const { products } = await calls.api.call('GET /products/active')
  expect(products.length).toBeGreaterThan(0)
  expect(calls.wire().line).toBe(`GET ${base}/products/active`)
})

test('[7.6.32, 7.6.33, 3.2] the profile is read and changed', async () => {
  const renamed = await calls.api.call('PUT /profile', { name: '小满' })
  expect(calls.wire()).toMatchObject({ line: `PUT ${base}/profile`, body: { name: '小满' } })
  const profile = await calls.api.call('GET /profile')
  expect(calls.wire().line).toBe(`GET ${base}/profile`)
  expect(profile).toEqual(renamed)
  expect(profile).toMatchObject({
    name: '小满',
    avatar: expect.any(String),
    currentTheme: { config: { login_bg: expect.stringMatching(/./) } },
  })
})

test('[7.6.34] the default avatars', async () => {
  expect((await calls.api.call('GET /default-avatars')).avatars.length).toBeGreaterThan(0)
  expect(calls.wire().line).toBe(`GET ${base}/default-avatars`)
})

test('[7.6.35, 7.6.36, 7.6.37, 3.14] themes are listed, selected by id, and one is current', async () => {
  const { themes } = await calls.api.call('GET /themes/available')
  expect(calls.wire().line).toBe(`GET ${base}/themes/available`)
  const other = themes.at(-1)?.id ?? ''
  expect((await calls.api.call('GET /themes/current')).id).not.toBe(other)
  expect(calls.wire().line).toBe(`GET ${base}/themes/current`)
  await calls.api.call('POST /themes/select/:id', { id: other })
  expect(calls.wire().line).toBe(`POST ${base}/themes/select/${other}`)
  expect((await calls.api.call('GET /themes/current')).id).toBe(other)
})

test('[7.6.38, 3.15] a study record goes under two ids, with a body', async () => {
  const sessionId = randomUUID()
  const now = calls.server.clock.now().toISOString()
  const answer = makeAnswer({ cardId: cardIds[0]!, answeredAt: now })
  const { results } = await calls
    .clientOf(calls.student.ticket)
    .call('POST /user-study/record/:packId/:sessionId', {
      packId: id,
      sessionId,
      deviceId: randomUUID(),
      sentAt: now,
      answers: [answer],
      undos: [],
    })
  expect(results).toMatchObject([{ id: answer.id, status: 'stored' }])
  expect(calls.wire()).toMatchObject({
    line: `POST ${base}/user-study/record/${id}/${sessionId}`,
    body: { answers: [answer] },
  })
})
