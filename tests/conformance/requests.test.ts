import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  accessTokenKey,
  chunkLoadTimeoutMs,
  defaultPage,
  defaultPageSize,
  defaultLocale,
  loadMoreThresholdPx,
  queryStaleTimeMs,
  requestTimeoutMs,
  sessionExpiredCode,
  successCode,
  toastAppearMs,
  toastDurationMs,
  toastFadeMs,
} from '#contract/constants.ts'
import { errorMessage } from '#contract/error-messages.ts'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { transportMessages } from '#contract/transport-messages.ts'
import { createQueryClient } from '#src/app/query-client.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createApi } from '#src/api/client.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Sections 7, 8 and 9: what goes with every request, and what each answer comes to. */

type Reply = { status: number; body: string; type?: string } | 'silence' | 'hang up' | 'break off'

let server: TestServer
/** A host that answers as the test says: what a proxy, a portal or a broken server might say. */
let strange: Server
let nextReply: Reply
let lastRequest: IncomingMessage | undefined

beforeAll(async () => {
  server = await startTestServer({ listen: true })
  strange = createServer((request, response) => {
    lastRequest = request
    if (nextReply === 'silence') return
    if (nextReply === 'hang up') return void request.socket.destroy()
    if (nextReply === 'break off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
      return void response.write('{"code":2000,', () => request.socket.destroy())
    }
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

test('[7.1, 7.2, 9.17] every request carries AppName, and a bearer token where there is one', async () => {
  nextReply = { status: 200, body: json({ code: 2000, message: 'ok', show_type: 0, data: {} }) }
  const ask = (token: string | null) =>
    createApi({ host: hostOfStrange(), accessToken: () => token }).call('GET /profile')
  await ask('zk_mine')
  expect(lastRequest?.headers['appname']).toBe('zhika-h5')
  expect(lastRequest?.headers.authorization).toBe('Bearer zk_mine')
  await ask(null)
  expect(lastRequest?.headers['appname']).toBe('zhika-h5')
  expect(lastRequest?.headers.authorization).toBeUndefined()
})

test('[7.3] calls go to the configured host', async () => {
  const api = createApi({ host: server.url, accessToken: () => null })
  expect((await api.call('GET /categories-tree')).grades).toEqual([])
  // Without one: where the page came from.
  const urls: string[] = []
  const fetchNothing = async (url: unknown) => {
    urls.push(String(url))
    return new Response('{}')
  }
  for (const host of ['https://api.example', '']) {
    await createApi({ host, accessToken: () => null, fetch: fetchNothing })
      .call('GET /profile')
      .catch(() => {})
  }
  expect(urls).toEqual(['https://api.example/api/client/profile', '/api/client/profile'])
})

test('[7.5, 7.7, 3.6] code 2000 gives its data, any other code an error with message, code and show_type', async () => {
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

test('[9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.11, 9.12, 9.13] the constants are those of the specification', () => {
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
    defaultLocale,
    toast: [toastDurationMs, toastAppearMs, toastFadeMs],
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
    defaultLocale: 'zh-CN',
    toast: [2000, 10, 300],
  })
})

test('[8.1] a network failure', async () => {
  expect(await failureOf('hang up')).toMatchObject({ message: '网络连接失败，请检查网络设置' })
})

test('[8.2] a timeout', async () => {
  expect(await failureOf('silence', 50)).toMatchObject({ message: '请求超时，请稍后再试' })
})

test('[8.3] HTTP 401 ends the session', async () => {
  expect(await failureOf({ status: 401, body: '{}' })).toMatchObject({
    message: '登录已过期，请重新登录',
    expired: true,
  })
})

test('[8.5, 8.6, 8.7] HTTP 403, 404 and 500 have their own messages', async () => {
  const messages = []
  for (const status of [403, 404, 500]) messages.push((await failureOf({ status, body: '{}' })).message)
  expect(messages).toEqual(['没有权限访问该资源', '请求的资源不存在', '服务器内部错误，请稍后再试'])
})

test('[8.8, 8.9] another status shows the message of its body, or 操作失败', async () => {
  const answer = (message: string) => ({ status: 409, body: json({ code: 4091, message, data: null }) })
  expect((await failureOf(answer('金币不足'))).message).toBe('金币不足')
  expect((await failureOf(answer(''))).message).toBe('操作失败')
})

test('[8.10] code 4001 in a body is like 401', async () => {
  const expired = { status: 200, body: json({ code: 4001, message: 'x', show_type: 2, data: null }) }
  expect(await failureOf(expired)).toMatchObject({ message: '登录已过期，请重新登录', expired: true })
})

test('[8.11, 8.12] a body without a code shows its message, or 请求失败 with the status', async () => {
  expect((await failureOf({ status: 418, body: json({ message: '茶壶' }) })).message).toBe('茶壶')
  expect((await failureOf({ status: 418, body: '<html>', type: 'text/html' })).message).toBe(
    '请求失败（418）',
  )
})

test('[8.13] no response at all', async () => {
  expect(await failureOf('break off')).toMatchObject({ message: '请求失败，请稍后再试' })
})

test('[8.18] show_type is 0, 1, 2 or 3, and anything else means error', async () => {
  const shown = []
  for (const showType of [0, 1, 2, 3, 9, 'x', undefined]) {
    const body = json({ code: 4091, message: 'm', show_type: showType, data: null })
    shown.push((await failureOf({ status: 409, body })).showType)
  }
  expect(shown).toEqual([0, 1, 2, 3, 2, 2, 2])
})

test('[8.23] every message that a failure may have is Chinese', () => {
  const names = Object.keys(errorCatalogue) as ErrorName[]
  const messages = [...names.map((name) => errorMessage(name)), ...Object.values(transportMessages)]
  expect(
    messages.filter((message) => !/\p{Script=Han}/u.test(message) || /[a-z]{2,}/i.test(message)),
  ).toEqual([])
})

test('[9.3] a reply counts as fresh for five minutes', async () => {
  vi.useFakeTimers()
  try {
    const client = createQueryClient(null, async () => Date.now())
    const ask = vi.fn(async () => 'reply')
    const read = () => client.fetchQuery({ queryKey: ['x'], queryFn: ask })
    await read()
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    await read()
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await read()
    expect(ask).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
