import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellFailure } from '#src/parts/tell-failure.ts'
import { currentToasts, removeToast } from '#src/ui/layers/toast-store.ts'
import { accountIdKey } from './device-keys.ts'
import { createRuntime } from './create-runtime.ts'

const toasts = () => currentToasts().map(({ kind, message }) => [kind, message])
const answer = (status: number, body: object) => () => Promise.resolve(Response.json(body, { status }))

beforeEach(() => {
  localStorage.setItem('access_token', 'zk_token')
  localStorage.setItem(accountIdKey, 'a')
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  currentToasts().forEach(({ id }) => removeToast(id))
})

test.each([
  ['HTTP 401', answer(401, {})],
  ['body code 4001', answer(200, { code: 4001, message: 'x', show_type: 2, data: null })],
])('[4.5, 4.6, 8.3, 8.10] %s clears the token and says why', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  const runtime = createRuntime()
  const calls = [runtime.api.call('GET /profile'), runtime.api.call('GET /themes/current')]
  await Promise.allSettled(calls)
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(runtime.session.get()).toEqual({ status: 'signed-out' })
  expect(toasts()).toEqual([['error', '登录已过期，请重新登录']])
})

test('the action that found the session expired says it in the same toast, however it is to be shown', async () => {
  vi.stubGlobal('fetch', answer(200, { code: 4001, message: 'x', show_type: 1, data: null }))
  await createRuntime().api.call('GET /profile').catch(tellFailure)
  expect(toasts()).toEqual([['warn', '登录已过期，请重新登录']])
})

test('a full storage, which takes no note of it, does not keep the session', async () => {
  vi.stubGlobal('fetch', answer(401, {}))
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const runtime = createRuntime()
  await Promise.allSettled([runtime.api.call('GET /profile')])
  write.mockRestore()
  expect(localStorage.getItem('access_token')).toBeNull()
  expect(runtime.session.get()).toEqual({ status: 'signed-out' })
  expect(toasts()).toEqual([['error', '登录已过期，请重新登录']])
})

test('an answer that comes after the sign-out says nothing', async () => {
  const runtime = createRuntime()
  vi.stubGlobal('fetch', async () => {
    runtime.session.ended()
    return Response.json({}, { status: 401 })
  })
  await Promise.allSettled([runtime.api.call('GET /profile')])
  expect(toasts()).toEqual([])
})
