import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath } from '#contract/constants.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

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
