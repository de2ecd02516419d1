import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiBasePath } from '#contract/constants.ts'
import { clusterFolder } from '#server/db/engine/cluster.ts'
import { freePort, serverProcess } from '#tests/browser/server-process.ts'
import { testTemplate } from '#tests/support/test-backend.ts'

/** What the operator sees of a start, in the two installations of one computer. */

// The server's sources are compiled at each start.
vi.setConfig({ testTimeout: 120_000 })

const root = fileURLToPath(new URL('../..', import.meta.url))
const phone = '13800138000'

const post = async (url: string, path: string, body: object) => {
  const reply = await fetch(`${url}${apiBasePath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as { code: number; data: Record<string, unknown> }
}

/** A database, which would take the sources half a minute to make. */
const prepare = async (dataDir: string) =>
  cp(await testTemplate(), clusterFolder(dataDir), { recursive: true })

describe('the installation for a class', () => {
  it('shows codes to the teacher alone, and lets no one in as another student', async () => {
    const variables = parseEnv(await readFile(join(root, 'deploy/class.env'), 'utf8')) as Record<
      string,
      string
    >
    const server = await serverProcess(variables, 'sources')
    await prepare(server.dataDir)
    try {
      await server.start()
      const sent = await post(server.url, '/auth/send-code', { phone })
      expect([sent.code, sent.data['devCode']]).toEqual([2000, undefined])
      const code = /验证码 (\d{6})/.exec(server.log())?.[1]
      expect(server.log()).toContain('验证码出现在这个窗口里')
      const login = await post(server.url, '/auth/login', { phone, code, agreed: true })
      expect(login.code).toBe(2000)
      for (const path of ['/dev/wechat/connect/oauth2/authorize', '/api/docs'])
        expect((await fetch(server.url + path)).status, path).toBe(404)
      const methods = await fetch(`${server.url}${apiBasePath}/auth/methods`)
      expect(await methods.json()).toMatchObject({ data: { wechat: false } })
    } finally {
      await server.remove()
    }
  })
})

const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

describe.skipIf(!hasTerminals)('a start in a terminal', () => {
  let folder: string
  let started: ChildProcess[]
  let screen: string
  beforeEach(async () => {
    screen = ''
    started = []
    folder = await mkdtemp(join(tmpdir(), 'zhika-start-'))
  })
  afterEach(async () => {
    // Without its terminal, a server ends too.
    for (const terminal of started) terminal.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  /** With a terminal of its own, as `npm start` has. */
  const start = async (port: number, dataDir: string): Promise<ChildProcess> => {
    await prepare(join(folder, dataDir))
    // In the place of the shell, which a Ctrl-C would end as well: what ends is the server.
    const command = `exec ${process.execPath} --import tsx server/main.ts`
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        PORT: String(port),
        DATA_DIR: join(folder, dataDir),
        MAX_EVENT_LOOP_DELAY_MS: '0',
      },
    })
    started.push(child)
    child.stdout.on('data', (part: Buffer) => (screen += part.toString()))
    return child
  }
  const shows = (text: string | RegExp) => expect.poll(() => screen, { timeout: 60_000 }).toMatch(text)

  it('says where to open it and how to sign in, shows a code, and ends with a word', async () => {
    const port = await freePort()
    const server = await start(port, 'one')
    await shows(`本机打开：http://localhost:${port}`)
    expect(screen).toContain('登录：输入任意手机号')
    expect(screen).not.toContain('{"level"')
    const { data } = await post(`http://localhost:${port}`, '/auth/send-code', { phone })
    await shows(`验证码 ${String(data['devCode'])}`)

    const first = screen
    const second = await start(port, 'two')
    expect(await once(second, 'exit')).toEqual([1, null])
    expect(screen.slice(first.length)).toContain(`环境变量 PORT：端口 ${port} 已被占用`)

    server.stdin?.write('\u0003')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(screen).toMatch(/正在停止[\s\S]*已停止，数据都已存好/)
  })
})
