import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { apiBasePath } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { exampleInputs } from './example-inputs.ts'
import { makeWorld, type World } from './world.ts'

/** What may be kept of each reply, and by whom: every call of the contract that only reads. */

let world: World
let other: TestStudent
let inputs: Partial<Record<string, unknown>>

const server = await serverOfFile()
beforeAll(async () => {
  world = await makeWorld(server)
  other = await server.signIn()
  const code = await server.call('POST /auth/wechat-qr-code', { browserKey: 'k'.repeat(43) })
  inputs = {
    ...exampleInputs(world),
    'GET /auth/wechat-login-status': { sessionId: code.data.sessionId },
  }
})

const read = (key: string, headers: Record<string, string> = {}) => {
  const fields = new Map(Object.entries(inputs[key] ?? {}))
  const path = key.slice('GET '.length).replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return value
  })
  const query = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]))
  return server.app.inject({ url: apiBasePath + path, query, headers })
}
const as = ({ token }: TestStudent) => ({ authorization: `Bearer ${token}` })

const reading = Object.entries<Endpoint>(endpoints).filter(([key]) => key.startsWith('GET '))
const keysOf = (cache: Endpoint['cache']) =>
  reading.filter(([, endpoint]) => endpoint.cache === cache).map(([key]) => key as EndpointKey)

describe.each(keysOf('shared'))('%s', (key) => {
  test('is the same for everybody, to the byte', async () => {
    const anonymous = await read(key)
    expect(anonymous.statusCode).toBe(200)
    for (const student of [world.student, other]) {
      const theirs = await read(key, as(student))
      expect(theirs.rawPayload.equals(anonymous.rawPayload)).toBe(true)
      expect(theirs.headers['etag']).toBe(anonymous.headers['etag'])
    }
  })

  test('may be kept by all who ask each time whether it still holds', async () => {
    const whole = await read(key)
    const kept = { 'cache-control': 'public, no-cache', vary: 'accept-encoding' }
    expect(whole.headers).toMatchObject(kept)
    const etag = String(whole.headers['etag'])
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)

    const same = await read(key, { 'if-none-match': etag })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(same.headers).toMatchObject({ ...kept, etag })
    const stale = await read(key, { 'if-none-match': 'W/"of another day"' })
    expect([stale.statusCode, stale.body]).toEqual([200, whole.body])
  })
})

/** Refused to a student, and no more kept for that. */
const forStaff: readonly string[] = ['GET /card-reports/open']

test.each(keysOf('private'))('%s is kept by the page itself alone', async (key) => {
  const reply = await read(key, as(world.student))
  const [status, kept] = forStaff.includes(key) ? [403, 'no-store'] : [200, 'private, no-store']
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([status, kept])
  expect(reply.headers['etag']).toBeUndefined()
})

test('all that is shared is read by GET', () => {
  const shared = Object.entries<Endpoint>(endpoints).filter(([, { cache }]) => cache === 'shared')
  expect(shared.map(([key]) => key)).toEqual(keysOf('shared'))
})
