import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/browser/server-process.ts'

/** The nginx of this machine with the configuration that is deployed, in front of processes of this machine. */
export type NginxProcess = {
  url: string
  /** What it has written to its log. */
  log: () => Promise<string>
  stop: () => Promise<void>
}

const deployed = fileURLToPath(new URL('../../deploy/nginx.conf', import.meta.url))
const startTimeoutMs = 10_000

/** Only Linux's: elsewhere its folders and its users are others. */
export function hasNginx(): boolean {
  return process.platform === 'linux' && spawnSync('nginx', ['-v']).status === 0
}

type Place = { ports: readonly number[]; listen: number; folder: string }

/**
 * Only what belongs to Docker is another: the addresses, and that they are looked up again and again, which
 * nginx can do from 1.27.3 on.
 */
const localConfig = (text: string, { ports, listen, folder }: Place): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const replacements: [from: string | RegExp, to: string][] = [
    ...ports.map((port, index): [string, string] => [
      `server app${index + 1}:8787 resolve`,
      `server 127.0.0.1:${port}`,
    ]),
    [/^\s*resolver .*;\n/m, ''],
    ['http {\n', `http {\n${temporary.join('\n')}\n`],
    ['listen 8080;', `listen 127.0.0.1:${listen};`],
    ['/tmp/nginx.pid', join(folder, 'nginx.pid')],
    ['error_log /dev/stderr', `error_log ${join(folder, 'error.log')}`],
  ]
  return replacements.reduce((changed, [from, to]) => {
    const next = changed.replace(from, to)
    if (next === changed) throw new Error(`deploy/nginx.conf has no ${from}`)
    return next
  }, text)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy()
        resolve(true)
      })
  })

/** @param ports of the app's processes, in the order of the configuration */
export async function startNginx(ports: readonly number[]): Promise<NginxProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'zhika-nginx-'))
  await chmod(folder, 0o755)
  const listen = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, localConfig(await readFile(deployed, 'utf8'), { ports, listen, folder }))
  const child = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const deadline = Date.now() + startTimeoutMs
  while (!(await accepts(listen))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('nginx did not start')
    await delay(20)
  }
  return {
    url: `http://127.0.0.1:${listen}`,
    log: () => readFile(join(folder, 'error.log'), 'utf8'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
