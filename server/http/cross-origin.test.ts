import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath } from '#contract/constants.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const server = await serverOfFile()

const elsewhere = { origin: 'https://elsewhere.example.com' }
const allowing = (headers: object): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a page of another site', () => {
  it('may not ask first', async () => {
    const reply = await server.app.inject({
      method: 'OPTIONS',
      url: `${apiBasePath}/profile`,
      headers: {
        ...elsewhere,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(reply.statusCode).toBe(404)
    expect(allowing(reply.headers)).toEqual([])
  })

  it.each([`${apiBasePath}/discovery`, `${apiBasePath}/profile`, '/healthz'])(
    'may read nothing of %s, and embed nothing',
    async (url) => {
      const { headers } = await server.app.inject({ url, headers: elsewhere })
      expect(allowing(headers)).toEqual([])
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      })
    },
  )
})

describe('a page of an origin that the operator named', () => {
  const page = { origin: 'https://app.example.com' }
  let named: TestServer
  beforeAll(async () => {
    named = await startTestServer({
      config: { pageOrigins: ['https://app.example.com', 'https://b.example.com'] },
    })
  })
  afterAll(() => named.close())

  const preflight = (headers: Record<string, string>, url = `${apiBasePath}/profile`) =>
    named.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        ...headers,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'appname,authorization',
      },
    })

  it('may ask with the headers of every call, and with no cookie', async () => {
    const reply = await preflight(page)
    expect(reply.statusCode).toBe(204)
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-headers': 'AppName, Authorization, Content-Type',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    })
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(String(reply.headers['vary'])).toContain('origin')
  })

  it.each([`${apiBasePath}/discovery`, `${apiBasePath}/profile`, `${apiBasePath}/nothing`])(
    'may read %s, also where it is refused',
    async (url) => {
      const { headers } = await named.app.inject({ url, headers: page })
      expect(headers['access-control-allow-origin']).toBe('https://app.example.com')
      expect(String(headers['vary'])).toContain('origin')
    },
  )

  it.each([
    'https://elsewhere.example.com',
    'http://app.example.com',
    'https://app.example.com.evil.example',
    'https://app.example.com:8443',
    'null',
  ])('is no other: %s', async (origin) => {
    const refused = await preflight({ origin })
    expect([refused.statusCode, allowing(refused.headers)]).toEqual([404, []])
    const { headers } = await named.app.inject({ url: `${apiBasePath}/discovery`, headers: { origin } })
    expect(allowing(headers)).toEqual([])
  })

  it('may read nothing beside the API', async () => {
    expect(allowing((await named.app.inject({ url: '/healthz', headers: page })).headers)).toEqual([])
    expect((await preflight(page, '/healthz')).statusCode).toBe(404)
  })
})
