import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { storedReplyHeader } from '#contract/constants.ts'
import { forServer, ifPublic, isSharedReply, keyOf, marked, refuseBroken } from './shared-reply.ts'

const url = (path: string): URL => new URL(`https://zhika.test/api/client${path}`)
const get = { method: 'GET', cache: 'default' } as const

describe('a shared reply', () => {
  test.each([
    '/categories-tree',
    '/discovery',
    '/discovery/grade/g7',
    '/card-packs/00000000-0000-4000-8000-000000000001/card-catalogue',
    '/discovery?x=1',
  ])('is %s', (path) => {
    expect(isSharedReply(url(path), get)).toBe(true)
  })

  test.each([
    '/profile',
    '/card-packs/unlocked',
    '/card-packs/favorites',
    '/card-packs/00000000-0000-4000-8000-000000000001',
    '/card-packs/a/b/card-catalogue',
    '/card-packs//card-catalogue',
    '/discovery/search/card-packs?keyword=x',
    '/discovery/cards',
    '/discovery/grade/g7/',
    '/user-study/states',
    '/discoveryx',
    '',
  ])('is not %s', (path) => {
    expect(isSharedReply(url(path), get)).toBe(false)
  })

  test('is no other address of this server that ends alike', () => {
    expect(isSharedReply(new URL('https://zhika.test/discovery'), get)).toBe(false)
    expect(isSharedReply(new URL('https://zhika.test/x/api/client/discovery'), get)).toBe(false)
  })

  test('is only read, and not where the page asks past every cache', () => {
    expect(isSharedReply(url('/discovery'), { ...get, method: 'POST' })).toBe(false)
    expect(isSharedReply(url('/discovery'), { ...get, cache: 'no-store' })).toBe(false)
  })

  test('is what the contract calls shared, and nothing else of it', () => {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const [method = '', path = ''] = key.split(' ')
      const example = url(path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000001'))
      expect([key, isSharedReply(example, { method, cache: 'default' })]).toEqual([
        key,
        endpoint.cache === 'shared',
      ])
    }
  })
})

describe('the request for it', () => {
  const own = new Request('https://zhika.test/api/client/discovery?x=1', {
    headers: { Authorization: 'Bearer zk_secret', Cookie: 'a=b', AppName: 'zhika-h5', Accept: 'text/html' },
    credentials: 'include',
  })

  test('has the headers of every call, and no cookie', () => {
    const request = forServer(own)
    expect([...request.headers]).toEqual([
      ['accept', 'application/json'],
      ['appname', 'zhika-h5'],
      ['authorization', 'Bearer zk_secret'],
    ])
    expect(request.credentials).toBe('omit')
    expect([...forServer(new Request(own.url)).headers]).toEqual([['accept', 'application/json']])
  })

  test('asks for the same', () => {
    expect(forServer(own)).toMatchObject({ url: own.url, method: 'GET' })
  })

  test('is kept under its address alone', () => {
    expect(keyOf(own).url).toBe(own.url)
    expect([...keyOf(own).headers]).toEqual([])
  })
})

describe('a reply of the cache', () => {
  test('is marked, and otherwise as it was', async () => {
    const stored = new Response('{"code":2000}', { status: 200, headers: { etag: '"1"' } })
    const reply = marked(stored)
    expect(reply.headers.get(storedReplyHeader)).toBe('1')
    expect(reply.headers.get('etag')).toBe('"1"')
    expect([reply.status, await reply.text()]).toEqual([200, '{"code":2000}'])
  })
})

describe('a reply of the network', () => {
  test.each([500, 502, 503])('of status %s makes way for the cache', (status) => {
    expect(() => refuseBroken(new Response(null, { status }))).toThrow(`status ${status}`)
  })

  test.each([200, 304, 404])('of status %s is passed on', (status) => {
    const response = new Response(null, { status })
    expect(refuseBroken(response)).toBe(response)
  })

  test.each([
    ['public, no-cache', true],
    ['private, no-store', false],
    ['no-store', false],
    ['private', false],
    [null, true],
  ])('with cache-control %s is kept: %s', (header, isKept) => {
    const response = new Response(null, header === null ? {} : { headers: { 'cache-control': header } })
    expect(ifPublic(response) !== null).toBe(isKept)
  })

  test.each(['Authorization', 'accept-encoding, Cookie', '*'])('that varies by %s is not kept', (vary) => {
    expect(ifPublic(new Response(null, { headers: { vary } }))).toBeNull()
  })

  test('is kept without a header that could say whose it was', async () => {
    const headers = {
      'content-type': 'application/json',
      'x-request-id': 'r',
      etag: '"1"',
      vary: 'accept-encoding',
    }
    const kept = ifPublic(new Response('{}', { headers }))
    expect([...(kept?.headers ?? [])]).toEqual([['content-type', 'application/json']])
    expect(await kept?.text()).toBe('{}')
  })

  test('that is no success is not kept', () => {
    expect(ifPublic(new Response(null, { status: 404 }))).toBeNull()
  })
})
