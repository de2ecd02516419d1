import type { TObject } from 'typebox'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/api.ts'
import { apiBasePath, successCode } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { exampleInputs, makeWorld, type ExampleInputs, type World } from './example-inputs.ts'

/** Walks every call of the contract as somebody would who means harm, or whose app is broken. */

type Fields = Record<string, unknown>
type Sent = { status: number; text: string; body: Fields }

const keys = Object.keys(endpoints) as EndpointKey[]
const table: Record<string, Endpoint> = endpoints
const codes = new Map(Object.values(errorCatalogue).map((entry) => [entry.code as number, entry]))
/** Calls that an unknown id leaves without anything to do: what should not be there is not there. */
const takesAnyId = new Set<EndpointKey>([
  'DELETE /card-packs/:id/favorite',
  'POST /user-study/record/:packId/:sessionId',
])
/** These end the session that sends them. */
const endsSession = new Set<EndpointKey>(['POST /auth/logout'])

let server: TestServer
let world: World
let stranger: TestStudent
let inputs: ExampleInputs

beforeAll(async () => {
  server = await startTestServer()
  world = await makeWorld(server)
  stranger = await server.signIn()
  inputs = exampleInputs(world)
})

afterAll(() => server.close())

/** Sends fields as they are: nothing is checked on this side. */
const send = async (key: EndpointKey, fields: Fields, token: string | null): Promise<Sent> => {
  const [method, template] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
  const rest = { ...fields }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    delete rest[name]
    // A lone surrogate has no bytes in an address.
    return encodeURIComponent(String(fields[name]).replace(/\p{Surrogate}/gu, '\ufffd'))
  })
  const isInBody = table[key]?.body !== undefined
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )
  const response = await server.app.inject({
    method,
    url: `${apiBasePath}${path}${isInBody || query.size === 0 ? '' : `?${query}`}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(isInBody && { payload: rest }),
  })
  return read(response)
}

const read = (response: { statusCode: number; body: string }): Sent => ({
  status: response.statusCode,
  text: response.body,
  body: response.body === '' ? {} : (JSON.parse(response.body) as Fields),
})

/** A success, or a refusal that the contract knows, in Chinese, with its own status and display. */
const expectWellFormed = (sent: Sent, what: string): void => {
  if (sent.body['code'] === successCode) {
    expect(sent.status, what).toBe(200)
    return
  }
  const entry = codes.get(sent.body['code'] as number)
  expect(entry, `${what}: ${sent.status} ${sent.text}`).toBeDefined()
  expect(sent.status, what).toBe(entry?.status)
  expect(sent.status, `${what}: ${sent.text}`).toBeLessThan(500)
  expect(sent.body['show_type'], what).toBe(entry?.showType)
  expect(sent.body['message'], what).toMatch(/\p{Script=Han}/u)
  expect(sent.body['message'], what).not.toMatch(/\{\{|undefined|\[object/)
  expect(sent.body['data'], what).toBeNull()
}

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom'
  for (let level = 0; level < levels; level += 1) value = { value }
  return value
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  2 ** 53,
  '',
  ' ',
  'x'.repeat(5000),
  'nul\u0000byte',
  '\ud800',
  "'; drop table students; --",
  '../../etc/passwd',
  '0000-01-01',
  '2026-02-31',
  '0000-00-00T00:00:00.000Z',
  '2026-99-99T99:99:99.999Z',
  [],
  {},
  [null],
  deep(50),
  { __proto__: { admin: true } },
]

const fieldsOf = (endpoint: Endpoint): string[] => [
  ...Object.keys(endpoint.params?.properties ?? {}),
  ...Object.keys(endpoint.query?.properties ?? {}),
  ...Object.keys((endpoint.body as TObject | undefined)?.properties ?? {}),
]

describe.each(keys)('%s', (key) => {
  const endpoint = table[key]!
  const isProtected = endpoint.access !== 'public'

  if (isProtected)
    test('refuses those without a valid token', async () => {
      const gone = await server.signIn()
      await gone.call('POST /auth/logout', {})
      const ticketIsEnough = endpoint.access === 'upload'
      const tokens = [null, '', 'garbage', 'zk_', `zk_${'a'.repeat(43)}`, gone.token]
      for (const token of ticketIsEnough ? tokens : [...tokens, world.student.ticket]) {
        const sent = await send(key, inputs[key] as Fields, token)
        expectWellFormed(sent, `token ${token}`)
        expect(sent.status, `token ${token}`).toBe(401)
      }
    })

  test('answers no wrong value of any field with a failure of the server', async () => {
    for (const field of fieldsOf(endpoint)) {
      for (const value of wrongValues) {
        const student = endsSession.has(key) ? await server.signIn() : stranger
        const token = isProtected ? student.token : null
        const sent = await send(key, { ...(inputs[key] as Fields), [field]: value }, token)
        expectWellFormed(sent, `${field} = ${JSON.stringify(value)?.slice(0, 60)}`)
      }
    }
  })

  test('knows no id that does not exist', async () => {
    for (const field of Object.keys(endpoint.params?.properties ?? {})) {
      const isSlug = field === 'gradeId' || field === 'teacherId' || key.startsWith('POST /themes')
      const fields = { ...(inputs[key] as Fields), [field]: isSlug ? 'nobody' : randomUUID() }
      const sent = await send(key, fields, isProtected ? stranger.token : null)
      expectWellFormed(sent, field)
      if (takesAnyId.has(key)) continue
      expect([403, 404], `${field}: ${sent.text}`).toContain(sent.status)
    }
  })

  if (endpoint.body !== undefined)
    test('refuses bodies that are broken or too large', async () => {
      const [method, template] = key.split(' ') as ['POST' | 'PUT', string]
      const url =
        apiBasePath + template.replace(/:(\w+)/g, (_, name: string) => String((inputs[key] as Fields)[name]))
      const token = endsSession.has(key) ? (await server.signIn()).token : stranger.token
      const bodies = ['{', '[]', '"text"', 'null', '{"a":'.repeat(5000), `{"a":"${'x'.repeat(300_000)}"}`]
      for (const payload of bodies) {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const sent = read(await server.app.inject({ method, url, headers, payload }))
        expectWellFormed(sent, payload.slice(0, 20))
        expect(sent.status, payload.slice(0, 20)).toBeGreaterThanOrEqual(400)
      }
    })

  if (endpoint.access === 'session')
    test('shows a stranger nothing of another student', async () => {
      const somebody = await server.signIn()
      const sent = await send(key, inputs[key] as Fields, somebody.token)
      expectWellFormed(sent, 'a stranger')
      const own = new Set<EndpointKey>(['PUT /profile'])
      if (!own.has(key)) expect(sent.text).not.toContain(world.secret)
    })

  if (endpoint.idempotent)
    test('comes to the same when it is sent several times at once', async () => {
      const somebody = await server.signIn()
      const token = isProtected ? somebody.token : null
      const fields = { ...(inputs[key] as Fields) }
      // An id of one's own: the example's belongs to somebody else.
      if (key === 'POST /orders') fields['orderId'] = randomUUID()
      if (key === 'POST /private-packs') Object.assign(fields, { packId: randomUUID(), cards: [] })
      const sent = await Promise.all(Array.from({ length: 4 }, () => send(key, fields, token)))
      for (const [index, one] of sent.entries()) expectWellFormed(one, `number ${index + 1}`)
      if (!endsSession.has(key)) expect(new Set(sent.map(({ body }) => body['code'])).size).toBe(1)
    })
})
