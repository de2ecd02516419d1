import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { strokesPath } from '#contract/stroke-order.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const packageFile = (name: string) => readFileSync(`node_modules/hanzi-writer-data/${name}`)

describe('the strokes of a character', () => {
  it('come without a token, as a file that never changes, with its licence named', async () => {
    const reply = await get(strokesPath('永'))
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      link: '</strokes/ARPHICPL.TXT>; rel="license"',
    })
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.json()).toMatchObject({ strokes: { length: 5 }, medians: { length: 5 } })
  })

  it('come compressed to a browser that accepts it', async () => {
    const reply = await get(strokesPath('永'), { 'accept-encoding': 'gzip, br' })
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(reply.rawPayload).equals(packageFile('永.json'))).toBe(true)
  })

  it.each([
    ['a character without data', strokesPath('𠮷')],
    ['a character of the package that is no ideograph', '/strokes/2e80.json'],
    ['the character itself', `/strokes/${encodeURIComponent('永')}.json`],
    ['an upper-case name', '/strokes/6C38.json'],
    ['another file of the package', '/strokes/package.json'],
    ['a way out', '/strokes/..%2f..%2fpackage.json'],
    ['a way out, encoded twice', '/strokes/..%252f..%252fpackage.json'],
    ['a way out in Windows style', '/strokes/..%5c..%5cpackage.json'],
    ['a folder', '/strokes/APL/english/ARPHICPL.TXT'],
    ['a NUL', '/strokes/6c38.json%00'],
    ['nothing', '/strokes/'],
  ])('are a 404 that nothing keeps for %s', async (_, url) => {
    const reply = await get(url)
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it('have their licence beside them, unaltered', async () => {
    const reply = await get('/strokes/ARPHICPL.TXT')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.rawPayload.equals(packageFile('ARPHICPL.TXT'))).toBe(true)
  })
})
