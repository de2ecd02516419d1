import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { requestTimeoutMs, storedReplyHeader } from '#contract/constants.ts'
import { failureBody } from '#tests/support/failure-body.ts'
import { createApi, type ApiSettings } from './client.ts'
import { onRefusal } from './refusals.ts'

/** The network is a function here; what stands behind it is tested with the real server in tests/integration. */

type Network = (url: string, request: RequestInit) => Response | Promise<Response>

const seen: { url: string; request: RequestInit }[] = []
const onSessionExpired = vi.fn()

const client = (network: Network, settings: Partial<ApiSettings> = {}) =>
  createApi({
    host: 'https://api.test',
    accessToken: () => 'zk_session',
    onSessionExpired,
    fetch: async (url, request = {}) => {
      seen.push({ url: String(url), request })
      return network(String(url), request)
    },
    ...settings,
  })

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })
const success = (data: unknown, headers: Record<string, string> = {}) =>
  json({ code: 2000, message: 'ok', show_type: 0, data }, { headers })
const failure = (name: keyof typeof errorCatalogue) =>
  json(failureBody(name), { status: errorCatalogue[name].status })

const headerOf = (name: string): string | null => new Headers(seen[0]!.request.headers).get(name)
/** Answers only when the request is aborted, as the browser's fetch does. */
const silence: Network = (_, request) =>
  new Promise((_resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    if (request.signal?.aborted) abort()
    request.signal?.addEventListener('abort', abort)
  })

beforeEach(() => {
  seen.length = 0
  onSessionExpired.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a request', () => {
  test('puts each field where its path, method and query want it', async () => {
    const api = client(() => success({}))
    await api.call('GET /card-packs/:id', { id: 'a/b c' })
    await api.call('GET /user-study/states', { cursor: 7 })
    await api.call('POST /card-packs/:id/card-details', { id: 'p', cardIds: ['c'] })
    await api.call('DELETE /card-packs/:id/favorite', { id: 'p' })
    expect(seen.map(({ url, request }) => `${request.method} ${url}`)).toEqual([
      'GET https://api.test/api/client/card-packs/a%2Fb%20c',
      'GET https://api.test/api/client/user-study/states?cursor=7',
      'POST https://api.test/api/client/card-packs/p/card-details',
      'DELETE https://api.test/api/client/card-packs/p/favorite',
    ])
    expect(seen.map(({ request }) => request.body)).toEqual([
      undefined,
      undefined,
      '{"cardIds":["c"]}',
      undefined,
    ])
  })

  test('carries the app name and the bearer token', async () => {
    await client(() => success({})).call('GET /profile')
    expect(headerOf('AppName')).toBe('zhika-h5')
    expect(headerOf('Authorization')).toBe('Bearer zk_session')
  })

  test.each([
    ['no one is signed in', { accessToken: () => null }, {}],
    ['the caller wants none', {}, { token: null }],
  ])('has no Authorization header when %s', async (_, settings, options) => {
    await client(() => success({}), settings).call('GET /discovery', {}, options)
    expect(headerOf('Authorization')).toBeNull()
  })

  test('takes another token than the session’s where the caller has one', async () => {
    await client(() => success({})).call('GET /profile', {}, { token: 'zt_ticket' })
    expect(headerOf('Authorization')).toBe('Bearer zt_ticket')
  })
})

describe('a reply', () => {
  test('is unwrapped', async () => {
    expect(await client(() => success({ id: 'x' })).call('GET /profile')).toEqual({ id: 'x' })
  })

  test.each([
    [
      'a page of a captive portal',
      new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    [
      'a page that says it is JSON',
      new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'application/json' } }),
    ],
    ['JSON of somebody else', json({ ok: true })],
    ['a wrapper without data', json({ code: 2000, message: 'ok' })],
    ['half a reply', new Response('{"code":2000,"da', { headers: { 'content-type': 'application/json' } })],
    ['nothing', new Response(null, { status: 204 })],
  ])('is no success when it is %s', async (_, response) => {
    await expect(client(() => response).call('GET /profile')).rejects.toMatchObject({
      name: 'ApiError',
      kind: 'unexpected',
      isTemporary: true,
    })
    expect(onSessionExpired).not.toHaveBeenCalled()
  })

  test('is a failure when the status is one, whatever the body says', async () => {
    const api = client(() => json({ code: 2000, message: 'ok', data: {} }, { status: 500 }))
    await expect(api.call('GET /profile')).rejects.toMatchObject({ status: 500 })
  })

  test('carries message, code and show_type of a failure', async () => {
    await expect(client(() => failure('pack_locked')).call('GET /profile')).rejects.toMatchObject({
      kind: 'expected',
      status: 403,
      code: 4031,
      showType: 1,
    })
  })

  test('lets the caller know when the worker answered from its cache', async () => {
    const onStoredReply = vi.fn()
    await client(() => success({})).call('GET /discovery', {}, { onStoredReply })
    expect(onStoredReply).not.toHaveBeenCalled()
    await client(() => success({}, { [storedReplyHeader]: '1' })).call(
      'GET /discovery',
      {},
      { onStoredReply },
    )
    expect(onStoredReply).toHaveBeenCalledOnce()
  })
})

describe('a refusal for want of a guardian’s consent', () => {
  const heard = vi.fn()
  const refused = () => client(() => failure('guardian_consent_required')).call('GET /profile')

  test('is reported to every listener, whatever screen it came from', async () => {
    const stop = onRefusal(heard)
    await expect(refused()).rejects.toMatchObject({ code: 4090 })
    await expect(client(() => failure('pack_locked')).call('GET /profile')).rejects.toThrow()
    expect(heard).toHaveBeenCalledExactlyOnceWith('guardian_consent_required')
    stop()
    await expect(refused()).rejects.toThrow()
    expect(heard).toHaveBeenCalledOnce()
  })
})

describe('the end of a session', () => {
  test.each([
    ['HTTP 401', () => failure('session_expired')],
    ['body code 4001 under HTTP 200', () => json({ code: 4001, message: '', show_type: 2, data: null })],
  ])('is reported on %s', async (_, network) => {
    await expect(client(network).call('GET /profile')).rejects.toThrow('登录已过期，请重新登录')
    expect(onSessionExpired).toHaveBeenCalledOnce()
  })

  test.each([
    ['an upload ticket was refused', { token: 'zt_ticket' }, () => failure('upload_ticket_invalid')],
    ['the call had a token of its own', { token: 'zt_ticket' }, () => failure('session_expired')],
    ['the call had no token', { token: null }, () => failure('session_expired')],
  ])('is not reported when %s', async (_, options, network) => {
    await expect(client(network).call('GET /profile', {}, options)).rejects.toMatchObject({ status: 401 })
    expect(onSessionExpired).not.toHaveBeenCalled()
  })

  test('is not reported when another session has begun since the call', async () => {
    let token = 'zk_before'
    const network = () => {
      token = 'zk_after'
      return failure('session_expired')
    }
    const api = client(network, { accessToken: () => token })
    await expect(api.call('GET /profile')).rejects.toMatchObject({ status: 401 })
    expect(onSessionExpired).not.toHaveBeenCalled()
  })

  test('is not reported when no one was signed in', async () => {
    const api = client(() => failure('session_expired'), { accessToken: () => null })
    await expect(api.call('GET /profile')).rejects.toMatchObject({ status: 401 })
    expect(onSessionExpired).not.toHaveBeenCalled()
  })
})

describe('silence', () => {
  test.each([
    ['a failure of the network when the device has one', true, 'network'],
    ['no network when the device has none', false, 'offline'],
  ])('is %s', async (_, onLine, kind) => {
    vi.stubGlobal('navigator', { onLine })
    const api = client(() => Promise.reject(new TypeError('fetch failed')))
    await expect(api.call('GET /profile')).rejects.toMatchObject({
      kind,
      message: '网络连接失败，请检查网络设置',
    })
  })

  test('[7.4, 9.1] is a time-out after ten seconds, with one request sent', async () => {
    vi.useFakeTimers()
    const failed = expect(client(silence).call('GET /profile')).rejects.toMatchObject({
      kind: 'timeout',
      message: '请求超时，请稍后再试',
    })
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1)
    expect(seen[0]!.request.signal!.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await failed
    expect(seen).toHaveLength(1)
  })

  test('is a time-out, too, when the body stops half-way', async () => {
    vi.useFakeTimers()
    const stalled: Network = (_, request) => {
      const body = new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('{"code":2000,'))
          request.signal?.addEventListener('abort', () =>
            controller.error(new DOMException('aborted', 'AbortError')),
          )
        },
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    }
    const failed = expect(client(stalled).call('GET /profile')).rejects.toMatchObject({ kind: 'timeout' })
    await vi.advanceTimersByTimeAsync(requestTimeoutMs)
    await failed
  })

  test('is no response when the body breaks off', async () => {
    const broken: Network = () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) }),
        {
          headers: { 'content-type': 'application/json' },
        },
      )
    await expect(client(broken).call('GET /profile')).rejects.toMatchObject({
      kind: 'network',
      message: '请求失败，请稍后再试',
    })
  })
})

describe('an abort by the caller', () => {
  test('is handed back as it is, not as a failure of the call', async () => {
    const controller = new AbortController()
    const aborted = client(silence).call('GET /profile', {}, { signal: controller.signal })
    controller.abort(new DOMException('left the screen', 'AbortError'))
    await expect(aborted).rejects.toThrow('left the screen')
  })

  test('holds before the request, too', async () => {
    const signal = AbortSignal.abort(new DOMException('left the screen', 'AbortError'))
    await expect(client(silence).call('GET /profile', {}, { signal })).rejects.toThrow('left the screen')
  })

  test('leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const remove = vi.spyOn(controller.signal, 'removeEventListener')
    await client(() => success({})).call('GET /profile', {}, { signal: controller.signal })
    expect(vi.getTimerCount()).toBe(0)
    expect(remove).toHaveBeenCalledOnce()
  })
})
