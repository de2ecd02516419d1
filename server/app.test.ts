import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '#contract/errors.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { expectedFrom } from './http/error-handler.ts'

const server = await serverOfFile({ listen: true })
const student = await server.signIn()

const json = { 'content-type': 'application/json' }
const authorized = () => ({ authorization: `Bearer ${student.token}` })

describe('bad requests', () => {
  it.each(['/api/client/nothing', '/api/client/card-packs/x/y/z', '/api/other'])(
    'knows no %s',
    async (url) => {
      const reply = await server.app.inject({ url, headers: { accept: 'text/html' } })
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual({ code: 4040, message: '请求的资源不存在', show_type: 2, data: null })
    },
  )

  it('refuses a body of 10 MB without reading it', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/client/auth/send-code',
      headers: json,
      payload: JSON.stringify({ phone: '1'.repeat(10 * 1024 * 1024) }),
    })
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ code: 4130, message: '提交的内容太大，请分几次提交' })
  })

  it('refuses a body of 10 MB that does not say how long it is', async () => {
    const status = await new Promise<number | string | undefined>((resolve) => {
      const sending = request(
        `${server.url}/api/client/auth/send-code`,
        { method: 'POST', headers: json },
        (reply) => {
          resolve(reply.statusCode)
          reply.resume()
        },
      )
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      const chunk = Buffer.alloc(64 * 1024, ' ')
      for (let sent = 0; sent < 160; sent += 1) sending.write(chunk)
      sending.end()
    })
    // The server may close the connection while the rest is still on its way.
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(status)
  })

  it.each([
    ['JSON that breaks off', json, '{"phone": '],
    ['nothing, called JSON', json, ''],
    ['a list', json, '[1,2]'],
    ['a text', json, '"13800138000"'],
    ['null', json, 'null'],
    ['plain text', { 'content-type': 'text/plain' }, '{"phone":"13800138000"}'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'phone=13800138000'],
    ['XML', { 'content-type': 'application/xml' }, '<phone>13800138000</phone>'],
    ['prototype poison', json, '{"__proto__": {"phone": "13800138000"}}'],
  ])('refuses %s', async (_, headers, payload) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/client/auth/send-code',
      headers,
      payload,
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 4220, show_type: 2, data: null })
  })

  it.each(['/api/client/discovery/grade/%', '/api/client/discovery/grade/%ff', '/%c0%ae%c0%ae/etc/passwd'])(
    'answers the broken address %s with a reply of ours',
    async (url) => {
      const reply = await server.app.inject({ url })
      expect([404, 422]).toContain(reply.statusCode)
      expect(reply.json()).toHaveProperty('message')
    },
  )

  it('refuses a character that the database cannot hold', async () => {
    const { db } = server.deps.database
    const row = { key: 'a\u0000b', window_start: new Date(), count: 1 }
    const failure = await db.insertInto('rate_limits').values(row).execute().catch(expectedFrom)
    expect(failure).toMatchObject({ reason: 'invalid_input', message: '提交的内容有误：含有无法保存的字符' })
  })

  it('takes nothing from a query that the call does not declare', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/client/auth/send-code?phone=13800138999',
      headers: json,
      payload: '{"phone":"not a phone"}',
    })
    expect(reply.statusCode).toBe(422)
  })
})

describe('unforeseen failures', () => {
  it('say nothing of what went wrong', async () => {
    const broken = await startTestServer({
      sms: { revealsCodes: true, sendCode: async () => {}, sendNotice: async () => {} },
    })
    await broken.deps.database.db.schema.dropTable('sms_codes').execute()
    const reply = await broken.call('POST /auth/send-code', { phone: '13800138000' })
    expect(reply).toMatchObject({
      status: 500,
      code: 5000,
      message: '服务器内部错误，请稍后再试',
      data: null,
    })
    await broken.close()
  })
})

describe('every reply', () => {
  it('is wrapped, private, and names its request', async () => {
    const reply = await server.app.inject({ url: '/api/client/profile', headers: authorized() })
    expect(reply.json()).toMatchObject({ code: 2000, message: 'ok', show_type: 0 })
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('geolocation=()') as string,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(reply.headers).not.toHaveProperty('x-powered-by')
  })

  it('that failed is not cached', async () => {
    const reply = await server.app.inject({ url: '/api/client/profile' })
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('needs no AppName header, so that a plain client works', async () => {
    expect((await fetch(`${server.url}/api/client/categories-tree`)).status).toBe(200)
  })
})

describe('floods', () => {
  it('are stopped for one address and not for another', async () => {
    const small = await startTestServer({ config: { requestsPerMinute: 5 } })
    const ask = (remoteAddress: string) =>
      small.app.inject({ url: '/api/client/categories-tree', remoteAddress })
    for (let count = 0; count < 5; count += 1) expect((await ask('203.0.113.1')).statusCode).toBe(200)
    const refused = await ask('203.0.113.1')
    expect(refused.json()).toMatchObject({
      code: errorCatalogue.too_many_requests.code,
      message: '操作太频繁，请稍后再试',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('203.0.113.2')).statusCode).toBe(200)
    expect((await small.app.inject({ url: '/healthz', remoteAddress: '203.0.113.1' })).statusCode).toBe(200)
    await small.close()
  })

  it('from all the networks that one household may have are one', async () => {
    const small = await startTestServer({ config: { requestsPerMinute: 1 } })
    const ask = (remoteAddress: string) =>
      small.app.inject({ url: '/api/client/categories-tree', remoteAddress })
    const addresses = ['2001:db8:0:701::1', '2001:db8:0:7ff::2', '2001:db8:0:800::1']
    const statuses = []
    for (const address of addresses) statuses.push((await ask(address)).statusCode)
    expect(statuses).toEqual([200, 429, 200])
    await small.close()
  })

  it('count the address that a trusted proxy names, and no other', async () => {
    const ask = async (trustProxy: false | number) => {
      const small = await startTestServer({ config: { requestsPerMinute: 1, trustProxy } })
      const replies = []
      for (const address of ['198.51.100.1', '198.51.100.2']) {
        replies.push(
          await small.app.inject({
            url: '/api/client/categories-tree',
            headers: { 'x-forwarded-for': address },
          }),
        )
      }
      await small.close()
      return replies.map((reply) => reply.statusCode)
    }
    expect(await ask(1)).toEqual([200, 200])
    expect(await ask(false)).toEqual([200, 429])
  })
})

describe('health', () => {
  it('is reported at two addresses', async () => {
    expect((await server.app.inject('/healthz')).json()).toEqual({ ok: true })
    expect((await server.app.inject('/readyz')).json()).toEqual({ ok: true })
  })

  it('is not ready while the database does not answer', async () => {
    const small = await startTestServer()
    const ping = small.deps.database.ping
    small.deps.database.ping = () => Promise.reject(new Error('away'))
    const reply = await small.app.inject('/readyz')
    expect([reply.statusCode, reply.json()]).toEqual([503, { ok: false }])
    expect((await small.app.inject('/healthz')).statusCode).toBe(200)
    small.deps.database.ping = ping
    await small.close()
  })
})
