import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/browser/server-process.ts'

/** A Node process with a port that reports how much processor time it has used. */
export type MeasuredProcess = {
  url: string
  pid: number
  /** All threads of it together, in microseconds, since its start. */
  cpuMicros: () => Promise<number>
  stop: () => Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const preload = new URL('cpu-report.mjs', import.meta.url).href
const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000

const answersAt = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Moves a process, its threads and what it starts later onto these processors: `0,1`. */
export function pinTo(pid: number, processors: string): void {
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', processors, String(pid)])
  if (status !== 0) throw new Error(`taskset could not pin process ${pid}`)
}

/**
 * @param entry the program, from the project's folder
 * @param ready a path that answers 200 once the process can be asked
 * @param processors pins it, e.g. `0,1`
 */
export async function startMeasured(
  entry: string,
  ready: string,
  env: Readonly<Record<string, string>>,
  processors?: string,
): Promise<MeasuredProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const pin = processors === undefined ? [] : ['taskset', '-c', processors]
  const [program, ...args] = [...pin, process.execPath, '--import', preload, `${root}${entry}`]
  const logFile = join(tmpdir(), `zhika-bench-${port}.log`)
  const log = await open(logFile, 'w')
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    // A file, as a service manager's journal would be: nothing here reads along.
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  })
  const deadline = Date.now() + startTimeoutMs
  while (!(await answersAt(url + ready))) {
    if (child.exitCode !== null)
      throw new Error(`${entry} ended while starting:\n${await readFile(logFile, 'utf8')}`)
    if (Date.now() > deadline) throw new Error(`${entry} was not ready in ${startTimeoutMs} ms`)
    await delay(50)
  }
  return {
    url,
    pid: child.pid ?? 0,
    cpuMicros: async () => {
      const reported = once(child, 'message')
      child.send('cpu')
      const [micros] = (await reported) as [number]
      return micros
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })])
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await log.close()
      await rm(logFile)
    },
  }
}
