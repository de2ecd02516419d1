import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { encodingFor } from './compression.ts'

const server = await serverOfFile()
await server.insertPack()
const student = await server.signIn()

const ask = (path: string, accepted?: string) =>
  server.app.inject({
    url: `/api/client${path}`,
    headers: {
      authorization: `Bearer ${student.token}`,
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    },
  })

describe('the encoding of a reply', () => {
  it('is the smallest that the client reads', () => {
    expect(encodingFor('gzip, deflate, br, zstd')).toBe('br')
    expect(encodingFor('gzip;q=1.0')).toBe('gzip')
    expect(encodingFor('deflate')).toBe('identity')
    expect(encodingFor(undefined)).toBe('identity')
  })

  it.each([
    ['shared', '/discovery'],
    ['personal', '/user-study/statistics?utcOffsetMinutes=480'],
  ])('leaves what a %s reply says as it is', async (_, path) => {
    const plain = await ask(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers['vary']).toBe('accept-encoding')
    const brotli = await ask(path, 'gzip, br')
    const gzip = await ask(path, 'gzip')
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length)
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
  })

  it('spares replies that one packet holds', async () => {
    const small = await ask('/profile', 'br')
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined])
  })

  it('does not change the version of a shared reply', async () => {
    const plain = await ask('/discovery')
    const brotli = await ask('/discovery', 'br')
    expect(brotli.headers['etag']).toBe(plain.headers['etag'])
    expect(plain.headers['etag']).toMatch(/^W\/"/)
  })
})
