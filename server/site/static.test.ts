import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pagePolicy } from '#server/http/headers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'zhika-static-'))
const pageDir = join(folder, 'page')
const assetsArchiveDir = join(folder, 'archive')
const html = '<!doctype html><title>知卡</title>'
const script = 'export const answer = 42\n'.repeat(50)

let server: TestServer

beforeAll(async () => {
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  mkdirSync(assetsArchiveDir)
  writeFileSync(join(folder, 'secret.txt'), 'not for the world')
  writeFileSync(join(pageDir, 'index.html'), html)
  writeFileSync(
    join(pageDir, 'route-files.json'),
    JSON.stringify({
      '/resource': { scripts: ['/assets/home-1a2b.js'], styles: ['/assets/resource.css'] },
      '/cardpack/': { scripts: ['/assets/home-1a2b.js'], styles: [] },
    }),
  )
  writeFileSync(join(pageDir, 'sw.js'), 'self.skipWaiting')
  writeFileSync(join(pageDir, 'manifest.webmanifest'), '{}')
  writeFileSync(join(pageDir, 'assets/home-1a2b.js'), script)
  writeFileSync(join(pageDir, 'assets/home-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(pageDir, 'assets/home-1a2b.js.gz'), gzipSync(script))
  writeFileSync(join(pageDir, 'assets/home-1a2b.js.map'), '{}')
  writeFileSync(join(assetsArchiveDir, 'home-0000.js'), 'an earlier build')
  writeFileSync(join(assetsArchiveDir, 'home-0000.js.gz'), gzipSync('an earlier build'))
  writeFileSync(join(assetsArchiveDir, '.half.partial'), 'half a')
  server = await startTestServer({ config: { pageDir, assetsArchiveDir } })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

describe('hashed assets', () => {
  it.each([
    ['br', 'gzip, deflate, br', () => brotliCompressSync(script)],
    ['gzip', 'gzip, deflate', () => gzipSync(script)],
    [undefined, 'identity', () => Buffer.from(script)],
  ])('come as %s to a browser that accepts %s', async (encoding, accepted, body) => {
    const reply = await get('/assets/home-1a2b.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBe(encoding)
    expect(reply.rawPayload.equals(body())).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
  })

  it('of an earlier build are still there, in the encodings that the archive has', async () => {
    const reply = await get('/assets/home-0000.js', { 'accept-encoding': 'gzip' })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(gunzipSync(reply.rawPayload).toString()).toBe('an earlier build')
    expect((await get('/assets/home-0000.js')).body).toBe('an earlier build')
    const again = await get('/assets/home-0000.js', { 'if-none-match': String(reply.headers['etag']) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('of a build that another process has brought since are there too', async () => {
    expect((await get('/assets/later-2222.js')).statusCode).toBe(404)
    writeFileSync(join(assetsArchiveDir, 'later-2222.js'), 'a later build')
    expect((await get('/assets/later-2222.js')).body).toBe('a later build')
  })

  it.each([
    '/assets/gone-9999.js',
    '/assets/gone-9999.css',
    '/assets/',
    '/assets/home-1a2b.js.map',
    '/assets/home-1a2b.js.br',
    '/assets/home-0000.js.gz',
    '/assets/.half.partial',
    `/assets/${'a'.repeat(3000)}.js`,
  ])('that are not there are a 404 and never the page: %s', async (url) => {
    const reply = await get(url, navigation)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).not.toContain('<!doctype')
    expect(reply.headers['cache-control']).toBe('no-store')
  })
})

describe('the page', () => {
  it.each(['/', '/home', '/cardpack/0190-x', '/me?from=/home', '/teacher/a/b'])(
    'answers the address %s',
    async (url) => {
      const reply = await get(url, navigation)
      expect(reply.statusCode).toBe(200)
      expect(reply.body).toBe(html)
      expect(reply.headers['cache-control']).toBe('no-cache')
      expect(reply.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
      expect(reply.headers['content-security-policy']).toContain('trusted-types app-sw')
    },
  )

  it('may run the inline script that the build put into it, and no other', async () => {
    const script = "document.title = '知卡'"
    const hash = createHash('sha256').update(script).digest('base64')
    expect(pagePolicy(`<body><script>${script}</script><script src="/a.js"></script></body>`)).toContain(
      `script-src 'self' 'sha256-${hash}';`,
    )
    expect(pagePolicy('self.skipWaiting()')).toContain("script-src 'self';")
  })

  it('lets the debug console draw itself at an address with the marker, and nowhere else', async () => {
    const policyAt = async (url: string) =>
      String((await get(url, navigation)).headers['content-security-policy'])
    expect(await policyAt('/home?debug=1')).toContain("style-src 'self' 'unsafe-inline';")
    expect(await policyAt('/home?debug=1')).not.toContain('trusted-types')
    for (const url of ['/home?debug=0', '/home?q=debug=1', '/home?debugger=1', '/home']) {
      expect(await policyAt(url), url).toContain("style-src 'self';")
    }
  })

  it.each([
    [
      '/resource',
      '</assets/home-1a2b.js>; rel=modulepreload, </assets/resource.css>; rel=preload; as=style; crossorigin',
    ],
    ['/resource?q=tangshi', expect.stringContaining('resource.css')],
    ['/cardpack/42', '</assets/home-1a2b.js>; rel=modulepreload'],
    ['/cardpack', undefined],
    ['/resource/42', undefined],
    ['/', undefined],
    ['/home', undefined],
    ['/__proto__/x', undefined],
  ])('names the files that %s needs besides', async (address, link) => {
    const reply = await get(address, navigation)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers.link).toEqual(link)
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await get('/home', navigation)
    const reply = await get('/me', { ...navigation, 'if-none-match': String(headers['etag']) })
    expect(reply.statusCode).toBe(304)
    expect(reply.body).toBe('')
    expect(reply.headers['content-security-policy']).toBeDefined()
  })

  it('can be asked for by HEAD, to see whether the server is there', async () => {
    const reply = await server.app.inject({ method: 'HEAD', url: '/index.html' })
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
  })

  it.each(['/favicon.ico', '/robots.txt', '/x.php'])(
    'is no answer to %s, which asks for a file',
    async (url) => {
      expect((await get(url, navigation)).statusCode).toBe(404)
    },
  )

  it('is no answer to a script that asks for data', async () => {
    expect((await get('/home', { accept: 'application/json' })).statusCode).toBe(404)
  })

  it('leaves the API alone', async () => {
    expect((await get('/api/client/nothing', navigation)).statusCode).toBe(404)
  })
})

describe('the worker', () => {
  it('is asked for each time and obeys the same policy', async () => {
    const reply = await get('/sw.js')
    expect(reply.headers['cache-control']).toBe('no-cache')
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('a page whose API and pictures are elsewhere', () => {
  it('may reach those two origins and no others', async () => {
    const policy = pagePolicy('', {
      origins: { apiOrigin: 'https://api.example.com', assetOrigin: 'https://img.example.com' },
    })
    expect(policy).toContain("connect-src 'self' https://api.example.com;")
    expect(policy).toContain("img-src 'self' data: blob: https://img.example.com;")
    expect(policy.match(/example\.com/g)).toHaveLength(2)
  })
})

describe('the switch for a worker that does harm', () => {
  it('answers with one that takes everything off the device, under the policy of a worker', async () => {
    const dropping = await startTestServer({ config: { pageDir, assetsArchiveDir, dropsWorker: true } })
    const reply = await dropping.app.inject({ url: '/sw.js' })
    expect(reply.body).toContain('registration.unregister()')
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect((await dropping.app.inject({ url: '/home', headers: navigation })).body).toBe(html)
    await dropping.close()
  })
})

describe('paths that would leave the folder', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
  ])('find nothing: %s', async (url) => {
    const reply = await get(url)
    expect(reply.body).not.toContain('not for the world')
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('a server without a built page', () => {
  it('answers the API and a clear 404', async () => {
    const bare = await startTestServer()
    expect((await bare.app.inject({ url: '/', headers: navigation })).statusCode).toBe(404)
    expect((await bare.call('GET /categories-tree')).code).toBe(2000)
    await bare.close()
  })
})
