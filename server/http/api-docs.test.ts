import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/api.ts'
import { apiBasePath } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()

const nameOf = ({ name }: { name: string }): string => name

describe('the description of the API', () => {
  const calls = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ')
    return { key, endpoint, method, path: apiBasePath + path }
  })

  it('lists every call with its shapes, whom it is for, and what a refusal looks like', async () => {
    const { paths, openapi } = (await server.app.inject('/api/docs/openapi.json')).json()
    expect(openapi).toMatch(/^3\./)
    for (const { key, endpoint, method, path } of calls) {
      const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(described?.summary, key).toBe(endpoint.summary)
      expect(described.security, key).toEqual(endpoint.access === 'public' ? undefined : [{ token: [] }])
      const inPlaces = (place: string) =>
        described.parameters?.filter((one: { in: string }) => one.in === place).map(nameOf) ?? []
      expect(inPlaces('path'), key).toEqual(Object.keys(endpoint.params?.properties ?? {}))
      expect(inPlaces('query'), key).toEqual(Object.keys(endpoint.query?.properties ?? {}))
      expect(described.requestBody !== undefined, key).toBe(endpoint.body !== undefined)
      expect(Object.keys(described.responses), key).toEqual(['200', '4XX', '5XX'])
      for (const status of ['4XX', '5XX'])
        expect(
          Object.keys(described.responses[status].content['application/json'].schema.properties),
          key,
        ).toEqual(['code', 'message', 'show_type', 'data'])
    }
    const described = Object.values<object>(paths).flatMap((methods) => Object.keys(methods))
    expect(described).toHaveLength(calls.length)
    expect(
      paths['/api/client/auth/login'].post.requestBody.content['application/json'].schema.required,
    ).toContain('code')
  })

  it('can be read without any other file', async () => {
    const reply = await server.app.inject('/api/docs')
    for (const { method, path, endpoint } of calls) {
      expect(reply.body).toContain(`<code>${method} ${path}</code><br>${endpoint.summary} `)
    }
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  })
})
