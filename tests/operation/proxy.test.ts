import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiBasePath, maxBodyBytes } from '#contract/constants.ts'
import { newBrowserKey } from '#tests/support/wechat/wechat-phone.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { hasNginx, startNginx, type NginxProcess } from './nginx-process.ts'

/** deploy/nginx.conf as nginx reads it. Skipped where there is no nginx; nothing is installed for it. */

let folder: string
let servers: TestServer[]
let nginx: NginxProcess

const serverOf = async (version: string): Promise<TestServer> => {
  const pageDir = join(folder, version)
  await mkdir(join(pageDir, 'assets'), { recursive: true })
  await writeFile(join(pageDir, `assets/app-${version}.js`), `export const version = '${version}'`)
  return startTestServer({ listen: true, config: { pageDir, trustProxy: 1 } })
}

describe.skipIf(!hasNginx())('behind nginx', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhika-proxy-'))
    servers = [await serverOf('old'), await serverOf('new')]
    nginx = await startNginx(servers.map(({ url }) => Number(new URL(url).port)))
  })
  afterAll(async () => {
    await nginx.stop()
    await Promise.all(servers.map((server) => server.close()))
    await rm(folder, { recursive: true })
  })

  it.each(['old', 'new'])(
    'the files of the %s version are found whichever process is asked',
    async (version) => {
      for (let turn = 0; turn < 6; turn += 1) {
        const reply = await fetch(`${nginx.url}/assets/app-${version}.js`)
        expect([reply.status, await reply.text()]).toEqual([200, `export const version = '${version}'`])
      }
    },
  )

  it('a file of neither is missing, and both processes go on', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await fetch(`${nginx.url}/assets/app-none.js`)).status).toBe(404)
    }
    expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200)
  })

  it('a body that is too large is refused in words, and leaves no trace in the log', async () => {
    const reply = await fetch(`${nginx.url}${apiBasePath}/auth/send-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone: '1'.repeat(2 * maxBodyBytes) }),
    })
    expect([reply.status, await reply.json()]).toMatchObject([
      413,
      { message: '提交的内容太大，请分几次提交' },
    ])
    expect(await nginx.log()).toBe('')
  })

  it('where the site is cannot be chosen by what a browser says of a proxy', async () => {
    const reply = await fetch(`${nginx.url}${apiBasePath}/auth/wechat-qr-code`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example;proto=https',
      },
      body: JSON.stringify({ browserKey: newBrowserKey() }),
    })
    const { data } = (await reply.json()) as { data: { url: string } }
    expect(new URL(data.url).origin).toBe(nginx.url)
  })

  it('a database that is away is said in words, by each process, again and again', async () => {
    await Promise.all(servers.map((server) => server.deps.database.close()))
    for (let turn = 0; turn < 6; turn += 1) {
      expect((await fetch(`${nginx.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200)
    }
  })
})
