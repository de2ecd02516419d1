import { describe, expect, test } from 'vitest'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { errorFromAnswer, errorFromSilence } from './failed-call.ts'

const body = (code: number, message = '', show_type: unknown = 2) => ({
  code,
  message,
  show_type,
  data: null,
})

describe("the specification's error catalogue", () => {
  test.each([
    ['HTTP 401', 401, body(4001, '别的话'), '登录已过期，请重新登录'],
    ['HTTP 403', 403, body(4031, '请先解锁这个卡包'), '没有权限访问该资源'],
    ['HTTP 404', 404, null, '请求的资源不存在'],
    ['HTTP 500', 500, '<html>', '服务器内部错误，请稍后再试'],
    ['another status with a message', 409, body(4091, '金币不足，还差 30 金币'), '金币不足，还差 30 金币'],
    ['a body code other than 2000 with a message', 200, body(4222, '验证码已过期'), '验证码已过期'],
    ['a body code other than 2000 without a message', 200, body(4222), '操作失败'],
    ['body code 4001', 200, body(4001), '登录已过期，请重新登录'],
    ['a body of unknown origin', 418, { error: 'teapot' }, '请求失败（418）'],
    ['a body that is a page', 502, '<html>Bad Gateway</html>', '请求失败（502）'],
    ['a body with only a message', 400, { message: '坏了' }, '坏了'],
    ['an empty body', 503, undefined, '请求失败（503）'],
  ])('%s', (_, status, answer, message) => {
    expect(errorFromAnswer(status, answer, null).message).toBe(message)
  })

  test('no connection', () => {
    const refused = Object.assign(new Error('no response'), {
      name: 'FetchError',
      cause: new TypeError('fetch failed'),
    })
    const error = errorFromSilence(refused, false)
    expect(error).toMatchObject({ kind: 'network', status: null, message: '网络连接失败，请检查网络设置' })
  })

  test('time-out', () => {
    const error = errorFromSilence(new DOMException('aborted', 'AbortError'), true)
    expect(error).toMatchObject({ kind: 'timeout', message: '请求超时，请稍后再试' })
  })

  test('no response for an unknown reason', () => {
    expect(errorFromSilence('?', false)).toMatchObject({ kind: 'network', message: '请求失败，请稍后再试' })
  })
})

describe('what an error says besides its message', () => {
  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
    [7, 2],
    ['1', 2],
    [undefined, 2],
  ])('show_type %s is shown as %s', (sent, shown) => {
    expect(errorFromAnswer(409, body(4091, 'x', sent), null).showType).toBe(shown)
  })

  test('is expected when the contract names it, else unexpected', () => {
    expect(errorFromAnswer(409, body(4091), null).kind).toBe('expected')
    expect(errorFromAnswer(500, body(5000), null).kind).toBe('unexpected')
    expect(errorFromAnswer(200, '<html>', null).kind).toBe('unexpected')
  })

  test('knows failures of the catalogue by name', () => {
    expect(
      errorFromAnswer(409, body(errorCatalogue.insufficient_balance.code), null).is('insufficient_balance'),
    ).toBe(true)
  })

  test.each([
    ['7', 7],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 90],
    ['Wed, 21 Oct 2026 07:20:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('reads Retry-After %s as %s seconds', (header, seconds) => {
    const headers = new Headers({ date: 'Wed, 21 Oct 2026 07:26:30 GMT' })
    expect(errorFromAnswer(429, body(4290), header, headers).retryAfterSeconds).toBe(seconds)
  })
})

describe('the end of a session', () => {
  test.each([
    [401, body(4001), true],
    [401, '<html>', true],
    [200, body(4001), true],
    [401, body(errorCatalogue.upload_ticket_invalid.code), false],
    [403, body(4030), false],
  ])('status %s with %o: %s', (status, answer, ends) => {
    expect(errorFromAnswer(status, answer, null).isSessionExpired).toBe(ends)
  })

  test('is not what a web page in place of the API says', () => {
    const headers = new Headers({ 'content-type': 'text/html; charset=gb2312' })
    const answer = errorFromAnswer(401, '<html>', null, headers)
    expect([answer.isSessionExpired, answer.message]).toEqual([false, '请求失败，请稍后再试'])
    expect(errorFromAnswer(401, body(4001), null, headers).isSessionExpired).toBe(true)
  })
})

describe('what may succeed later', () => {
  test.each([408, 425, 429, 500, 502, 503, 504])('status %s', (status) => {
    expect(errorFromAnswer(status, null, null).isTemporary).toBe(true)
  })

  test.each([400, 401, 403, 404, 409, 413, 422, 426])('not status %s', (status) => {
    expect(errorFromAnswer(status, null, null).isTemporary).toBe(false)
  })

  test('a page in place of the API, but not a refusal in our own wrapper', () => {
    expect(errorFromAnswer(200, '<html>sign in to the Wi-Fi</html>', null).isTemporary).toBe(true)
    expect(errorFromAnswer(200, body(4220), null).isTemporary).toBe(false)
  })

  test('silence', () => {
    expect(errorFromSilence(new TypeError(), false).isTemporary).toBe(true)
    expect(errorFromSilence(new TypeError(), true).isTemporary).toBe(true)
  })

  test('of the catalogue: overload and internal failures alone', () => {
    const temporary = (Object.keys(errorCatalogue) as ErrorName[]).filter((name) => {
      const { status, code } = errorCatalogue[name]
      return errorFromAnswer(status, body(code), null).isTemporary
    })
    expect(temporary.toSorted()).toEqual(
      [
        'code_daily_limit',
        'code_hour_full',
        'code_network_busy',
        'code_too_soon',
        'internal',
        'too_many_requests',
        'unavailable',
      ].toSorted(),
    )
  })
})
