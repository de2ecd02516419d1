import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestServer } from '#tests/support/test-server.ts'
import { pagePolicy } from './headers.ts'

it.each([
  [false, 'max-age=31536000'],
  [true, 'max-age=31536000; includeSubDomains'],
])(
  'production asks for https, below its own host only when configured: %s',
  async (hstsSubdomains, value) => {
    const server = await startTestServer({ config: { production: true, hstsSubdomains, apiDocs: false } })
    const { headers } = await server.app.inject('/healthz')
    expect(headers['strict-transport-security']).toBe(value)
    for (const path of ['/api/docs', '/api/docs/openapi.json'])
      expect((await server.app.inject(path)).statusCode).toBe(404)
    await server.close()
  },
)

it('a page may have the style sheet and the script that the build put into it, and no others', () => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const page = '<style>p{color:red}</style><script>start()</script><style media="print">p{color:blue}</style>'
  const policy = pagePolicy(page)
  expect(policy).toContain(`script-src 'self' ${hashOf('start()')};`)
  expect(policy).toContain(`style-src 'self' ${hashOf('p{color:red}')};`)
  expect(pagePolicy(page, { debug: true })).toContain("style-src 'self' 'unsafe-inline';")
})
