import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * The built server, or its sources, as a process of its own, on a port and a data folder that outlive it: it can be
 * stopped (the network is really gone then, not only a flag), killed, and started again on the same data.
 */
export type ServerProcess = {
  /** `http://localhost:<port>`: a secure context, so service workers run. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly running: () => boolean
  /** Resolves when the server answers `/readyz`. Does nothing while it runs. */
  start: () => Promise<void>
  /** A graceful stop. Does nothing while it stands still. */
  stop: () => Promise<void>
  /** SIGKILL: what a power cut leaves. */
  kill: () => Promise<void>
  /** From the next start on the server's clock is ahead by this much: codes and sessions grow old at once. */
  moveClock: (minutes: number) => void
  /** All that it has printed. */
  log: () => string
  /** Stops it and removes its data. */
  remove: () => Promise<void>
}

const programs = {
  build: {
    args: [fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))],
    startTimeoutMs: 20_000,
  },
  // Compiled at each start.
  sources: {
    args: ['--import', 'tsx', fileURLToPath(new URL('../../server/main.ts', import.meta.url))],
    startTimeoutMs: 60_000,
  },
} as const
const root = fileURLToPath(new URL('../..', import.meta.url))
const stopTimeoutMs = 10_000

/** A port of the loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const answersAt = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A module that moves the clock of the process and its workers before anything of ours runs. */
const clockModule = (aheadMs: number): string => {
  const source = `const Real = Date
    const now = () => Real.now() + ${aheadMs}
    globalThis.Date = new Proxy(Real, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      apply: () => new Real(now()).toString(),
      get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
    })`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

/** @param env on top of the embedded defaults, e.g. `{ LOG_LEVEL: 'info' }` */
export async function serverProcess(
  env: Record<string, string> = {},
  program: keyof typeof programs = 'build',
): Promise<ServerProcess> {
  const { args, startTimeoutMs } = programs[program]
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'zhika-data-'))
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''
  let aheadMs = 0
  const running = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || !running()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })])
    if (running()) {
      child.kill('SIGKILL')
      await ended
      throw new Error(`the server did not stop within ${stopTimeoutMs} ms of ${signal}:\n${output}`)
    }
  }

  const start = async (): Promise<void> => {
    if (running()) return
    const clock = aheadMs === 0 ? [] : ['--import', clockModule(aheadMs)]
    child = spawn(process.execPath, ['--enable-source-maps', ...clock, ...args], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'development',
        LOG_LEVEL: 'warn',
        // A busy test machine is no overload.
        MAX_EVENT_LOOP_DELAY_MS: '0',
        // All students of a run sign up from this machine.
        SMS_PER_HOUR: '100000',
        ...env,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const keep = (part: Buffer): void => {
      output += part.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const deadline = Date.now() + startTimeoutMs
    while (!(await answersAt(url))) {
      if (!running()) throw new Error(`the server ended while starting:\n${output}`)
      if (Date.now() > deadline)
        throw new Error(`the server was not ready in ${startTimeoutMs} ms:\n${output}`)
      await delay(25)
    }
  }

  return {
    url,
    port,
    dataDir,
    running,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    moveClock: (minutes) => {
      aheadMs = minutes * 60_000
    },
    log: () => output,
    remove: async () => {
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
