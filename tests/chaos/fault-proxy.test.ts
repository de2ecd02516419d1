import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultProxy, type FaultProxy } from './fault-proxy.ts'

const uploadPath = '/api/client/user-study/record/pack/session'

let received: string[]
let server: Server
let proxy: FaultProxy

beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      received.push(body)
      response.setHeader('x-own', 'kept')
      response.end(`stored ${body}`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await faultProxy((server.address() as AddressInfo).port)
})
afterEach(async () => {
  await proxy.close()
  server.closeAllConnections()
  server.close()
})

const upload = (body: string, signal?: AbortSignal) =>
  fetch(proxy.url + uploadPath, { method: 'POST', body, signal: signal ?? null })

describe('the proxy that injects faults', () => {
  test('passes requests and answers on, headers included', async () => {
    const response = await upload('one')
    expect(await response.text()).toBe('stored one')
    expect(response.headers.get('x-own')).toBe('kept')
    expect(proxy.met()).toEqual(['pass'])
  })

  test('gives each upload one fault, in order, and leaves other requests alone', async () => {
    proxy.inject([
      { kind: 'status', status: 500 },
      { kind: 'status', status: 401 },
    ])
    expect((await fetch(`${proxy.url}/api/client/profile`)).status).toBe(200)
    const first = await upload('one')
    expect(first.status).toBe(500)
    expect(await first.json()).toMatchObject({ code: 5000, show_type: 2 })
    expect((await upload('one')).status).toBe(401)
    expect((await upload('one')).status).toBe(200)
    expect(proxy.met()).toEqual(['500', '401', 'pass'])
    expect(received).toEqual(['', 'one'])
  })

  test('loses the answer only after the server has stored it', async () => {
    proxy.inject([{ kind: 'answer-lost' }])
    await expect(upload('one')).rejects.toThrow('fetch failed')
    expect(received).toEqual(['one'])
  })

  test('cuts a request off before the server sees it', async () => {
    proxy.inject([{ kind: 'cut' }])
    await expect(upload('one')).rejects.toThrow('fetch failed')
    expect(received).toEqual([])
  })

  test('holds a request that times out until the network heals', async () => {
    proxy.inject([{ kind: 'timeout' }])
    const patience = new AbortController()
    const first = upload('one', patience.signal)
    await expect.poll(() => proxy.met().length).toBe(1)
    patience.abort()
    await expect(first).rejects.toThrow('aborted')
    proxy.inject([{ kind: 'timeout' }])
    const second = upload('two')
    await expect.poll(() => proxy.met().length).toBe(2)
    proxy.heal()
    await expect(second).rejects.toThrow('fetch failed')
    expect(received).toEqual([])
    expect((await upload('three')).status).toBe(200)
  })

  test('cuts an answer off in the middle', async () => {
    proxy.inject([{ kind: 'half-answer' }], 'calls')
    const response = await fetch(`${proxy.url}/api/client/profile`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(received).toEqual([''])
  })

  test('distinguishes uploads, other calls and what a worker installs', async () => {
    proxy.inject([{ kind: 'status', status: 503, retryAfter: '3000000' }], 'calls')
    proxy.inject([{ kind: 'portal', status: 200 }], 'installation')
    const file = (dest: string) =>
      fetch(`${proxy.url}/assets/app.js`, { headers: { 'sec-fetch-dest': dest } }).then((it) => it.text())
    expect((await upload('one')).status).toBe(200)
    expect(await file('script')).toBe('stored ')
    expect(await file('empty')).toContain('请登录校园网')
    expect(await file('empty')).toBe('stored ')
    const call = await fetch(`${proxy.url}/api/client/profile`)
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '3000000'])
    expect(proxy.met()).toEqual([
      'pass',
      'portal 200 for GET /assets/app.js',
      '503 after 3000000 for GET /api/client/profile',
    ])
  })

  test('lets a portal answer every call, or everything, until it closes', async () => {
    const both = async () => [(await fetch(proxy.url)).status, (await upload('one')).status]
    proxy.openPortal('api', 511)
    expect(await both()).toEqual([200, 511])
    proxy.openPortal('everything', 403)
    expect(await both()).toEqual([403, 403])
    proxy.closePortal()
    expect(await both()).toEqual([200, 200])
  })

  test('is gone while offline, and back afterwards on the same address', async () => {
    proxy.goOffline()
    await expect(fetch(proxy.url)).rejects.toThrow('fetch failed')
    proxy.goOnline()
    expect((await fetch(proxy.url)).status).toBe(200)
  })

  test('breaks the connection while the server behind it is dead', async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    await expect(upload('one')).rejects.toThrow('fetch failed')
  })
})
