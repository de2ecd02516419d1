import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import {
  accessTokenKey,
  appName,
  chunkLoadTimeoutMs,
  defaultPage,
  defaultPageSize,
  loadMoreThresholdPx,
  queryStaleTimeMs,
  requestTimeoutMs,
  sessionExpiredCode,
  successCode,
} from '#contract/constants.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createApi } from '#src/api/client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Sections 3, 5, 7, 8 and 9: what goes over the wire, and what each answer comes to. */

/** The table of section 7, word for word; `logout` has no method there. */
const calls = [
  'POST /auth/send-code',
  'POST /auth/login',
  'POST /auth/wechat-login',
  'POST /auth/wechat-qr-code',
  'GET /auth/wechat-login-status',
  'POST /auth/wechat-openid',
  'POST /auth/logout',
  'GET /wallet/balance-history',
  'GET /card-packs/:id',
  'GET /card-packs/:id/reviews',
  'POST /card-packs/:id/reviews',
  'POST /card-packs/:id/unlock',
  'POST /card-packs/:id/favorite',
  'DELETE /card-packs/:id/favorite',
  'GET /card-packs/favorites',
  'GET /card-packs/:id/card-catalogue',
  'POST /card-packs/:id/card-details',
  'POST /card-packs/reviews/:reviewId/like',
  'DELETE /card-packs/reviews/:reviewId/like',
  'POST /card-packs/reviews/:reviewId/dislike',
  'DELETE /card-packs/reviews/:reviewId/dislike',
  'GET /categories-tree',
  'GET /card-packs/unlocked',
  'GET /card-packs/teacher/:teacherId/card-packs',
  'GET /discovery',
  'GET /discovery/grade/:gradeId',
  'GET /discovery/card-pack/:id/item',
  'GET /discovery/search/card-packs',
  'GET /discovery/cards',
  'GET /exploration/card-faces',
  'GET /products/active',
  'GET /profile',
  'PUT /profile',
  'GET /default-avatars',
  'GET /themes/available',
  'GET /themes/current',
  'POST /themes/select/:id',
  'POST /user-study/record/:packId/:sessionId',
]

type Reply = { status: number; body: string; type?: string } | 'silence' | 'hang up'

let server: TestServer
/** A host that answers as it is told: what a proxy, a portal or a broken server might say. */
let strange: Server
let nextReply: Reply
let lastRequest: IncomingMessage | undefined

beforeAll(async () => {
  server = await startTestServer({ listen: true })
  strange = createServer((request, response) => {
    lastRequest = request
    if (nextReply === 'silence') return
    if (nextReply === 'hang up') return void request.socket.destroy()
    response.writeHead(nextReply.status, { 'content-type': nextReply.type ?? 'application/json' })
    response.end(nextReply.body)
  })
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  strange.closeAllConnections()
  strange.close()
  await server.close()
})

const hostOfStrange = (): string => `http://127.0.0.1:${(strange.address() as AddressInfo).port}`

/** What a call comes to when the host gives this reply. */
const failureOf = async (reply: Reply, timeoutMs?: number) => {
  nextReply = reply
  let expired = false
  const api = createApi({
    host: hostOfStrange(),
    accessToken: () => 'zk_token',
    onSessionExpired: () => (expired = true),
  })
  const error = await api.call('GET /profile', {}, timeoutMs === undefined ? {} : { timeoutMs }).then(
    () => expect.unreachable('the call succeeded'),
    (failure: unknown) => failure,
  )
  if (!(error instanceof ApiError)) throw error
  return { message: error.message, code: error.code, showType: error.showType, expired }
}

const json = (body: unknown): string => JSON.stringify(body)

test('[7.6] every call of the table stands in the contract and answers on the real server', async () => {
  expect(calls.filter((key) => !(key in endpoints))).toEqual([])
  for (const key of calls) {
    const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const url = `/api/client${path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`
    const response = await server.app.inject({ method, url, ...(method !== 'GET' && { payload: {} }) })
    const body: { code: number; message: string } = response.json()
    const isRoute = body.code !== 4040 || response.statusCode !== 404 || key.includes(':')
    expect(isRoute, `${key}: ${response.body}`).toBe(true)
    expect(Object.keys(body).sort(), key).toEqual(['code', 'data', 'message', 'show_type'])
  }
})

test('[7.1] every request carries AppName, and a bearer token where there is one', async () => {
  nextReply = { status: 200, body: json({ code: 2000, message: 'ok', show_type: 0, data: {} }) }
  const ask = (token: string | null) =>
    createApi({ host: hostOfStrange(), accessToken: () => token }).call('GET /profile')
  await ask('zk_mine')
  expect(lastRequest?.headers['appname']).toBe(appName)
  expect(lastRequest?.headers.authorization).toBe('Bearer zk_mine')
  await ask(null)
  expect(lastRequest?.headers['appname']).toBe(appName)
  expect(lastRequest?.headers.authorization).toBeUndefined()
})

test('[7.2] calls go to the configured host', async () => {
  const api = createApi({ host: server.url, accessToken: () => null })
  expect((await api.call('GET /categories-tree')).grades).toEqual([])
})

test('[7.4, 3.5] code 2000 gives its data, any other code an error with message, code and show_type', async () => {
  nextReply = { status: 200, body: json({ code: 2000, message: 'ok', show_type: 0, data: { id: 'x' } }) }
  const api = createApi({ host: hostOfStrange(), accessToken: () => null })
  expect(await api.call('GET /profile')).toEqual({ id: 'x' })
  expect(
    await failureOf({
      status: 200,
      body: json({ code: 4091, message: '金币不足', show_type: 1, data: null }),
    }),
  ).toMatchObject({ message: '金币不足', code: 4091, showType: 1 })
})

test('[7.3, 9.1, 9.2, 9.3, 2.7, 4.3] the constants are those of the specification', () => {
  expect({
    requestTimeoutMs,
    chunkLoadTimeoutMs,
    defaultPage,
    defaultPageSize,
    queryStaleTimeMs,
    loadMoreThresholdPx,
    accessTokenKey,
    successCode,
    sessionExpiredCode,
  }).toEqual({
    requestTimeoutMs: 10_000,
    chunkLoadTimeoutMs: 120_000,
    defaultPage: 1,
    defaultPageSize: 10,
    queryStaleTimeMs: 300_000,
    loadMoreThresholdPx: 100,
    accessTokenKey: 'access_token',
    successCode: 2000,
    sessionExpiredCode: 4001,
  })
})

test('[9.1] a list without page and limit is page 1 of 10', async () => {
  const student = await server.signIn()
  const { data } = await student.call('GET /card-packs/favorites')
  expect(data).toMatchObject({ page: 1, limit: 10 })
})

test('[5.1] unlocking without a payment method takes the balance', async () => {
  const student = await server.signIn()
  const { packId } = await server.insertPack({ priceCoins: 30 })
  const { data } = await student.call('POST /card-packs/:id/unlock', { id: packId })
  expect(data).toMatchObject({ charged: 30, coins: 170 })
})

test('[3.6] requests carry the parameters that the specification names', () => {
  const fields = (key: keyof typeof endpoints): string[] => {
    const { query, body } = endpoints[key] as {
      query?: { properties: object }
      body?: { properties: object }
    }
    return Object.keys((query ?? body)?.properties ?? {})
  }
  expect(fields('GET /card-packs/:id/reviews')).toEqual(expect.arrayContaining(['page', 'limit']))
  expect(fields('POST /card-packs/:id/reviews')).toEqual(expect.arrayContaining(['rating', 'comment']))
  expect(fields('POST /card-packs/:id/unlock')).toContain('paymentMethod')
  expect(fields('POST /card-packs/:id/card-details')).toContain('cardIds')
  expect(fields('GET /card-packs/unlocked')).toEqual(
    expect.arrayContaining([
      'page',
      'limit',
      'gradeId',
      'subjectId',
      'knowledgePointId',
      'keyword',
      'sortField',
      'sortOrder',
    ]),
  )
  expect(fields('GET /discovery/cards')).toEqual(
    expect.arrayContaining(['gradeId', 'cardName', 'page', 'pageSize']),
  )
  expect(fields('GET /discovery/search/card-packs')).toEqual(
    expect.arrayContaining(['keyword', 'page', 'limit']),
  )
  expect(fields('GET /auth/wechat-login-status')).toContain('sessionId')
})

test('[8.1] a network failure', async () => {
  expect(await failureOf('hang up')).toMatchObject({ message: '网络连接失败，请检查网络设置' })
})

test('[8.2, 7.3] a timeout', async () => {
  expect(await failureOf('silence', 50)).toMatchObject({ message: '请求超时，请稍后再试' })
})

test('[8.3, 4.5] HTTP 401 ends the session', async () => {
  expect(await failureOf({ status: 401, body: '{}' })).toMatchObject({
    message: '登录已过期，请重新登录',
    expired: true,
  })
})

test('[8.4, 8.5, 8.6] HTTP 403, 404 and 500 have their own messages', async () => {
  const messages = []
  for (const status of [403, 404, 500]) messages.push((await failureOf({ status, body: '{}' })).message)
  expect(messages).toEqual(['没有权限访问该资源', '请求的资源不存在', '服务器内部错误，请稍后再试'])
})

test('[8.7] another status shows the message of its body, or 操作失败', async () => {
  const answer = (message: string) => ({ status: 409, body: json({ code: 4091, message, data: null }) })
  expect((await failureOf(answer('金币不足'))).message).toBe('金币不足')
  expect((await failureOf(answer(''))).message).toBe('操作失败')
})

test('[8.8, 4.5] code 4001 in a body is like 401', async () => {
  const expired = { status: 200, body: json({ code: 4001, message: 'x', show_type: 2, data: null }) }
  expect(await failureOf(expired)).toMatchObject({ message: '登录已过期，请重新登录', expired: true })
})

test('[8.9] a body without a code shows its message, or 请求失败 with the status', async () => {
  expect((await failureOf({ status: 418, body: json({ message: '茶壶' }) })).message).toBe('茶壶')
  expect((await failureOf({ status: 418, body: '<html>', type: 'text/html' })).message).toBe(
    '请求失败（418）',
  )
})

test('[8.10] no response at all', async () => {
  const api = createApi({
    host: 'http://127.0.0.1:9',
    accessToken: () => null,
    fetch: () => Promise.reject(new Error('nothing came')),
  })
  const error = await api.call('GET /profile').catch((failure: unknown) => failure)
  expect(error).toMatchObject({
    name: 'ApiError',
    message: '请求失败，请稍后再试',
  })
})

test('[8.11] show_type is 0, 1, 2 or 3, and anything else means error', async () => {
  const shown = []
  for (const showType of [0, 1, 2, 3, 9, 'x', undefined]) {
    const body = json({ code: 4091, message: 'm', show_type: showType, data: null })
    shown.push((await failureOf({ status: 409, body })).showType)
  }
  expect(shown).toEqual([0, 1, 2, 3, 2, 2, 2])
})
