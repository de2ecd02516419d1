import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./database-process.ts', import.meta.url))

export type DatabaseProcess = {
  child: ChildProcess
  /** All lines of standard output so far. */
  lines: string[]
  /** Resolves once that many lines came; rejects with what it wrote to stderr if it ends before. */
  waitForLines: (count: number) => Promise<void>
  /** Ends it as a power cut would, or as a stop does. */
  end: (how: 'kill' | 'close') => Promise<void>
}

/** Starts database-process.ts with these environment variables. */
export function startDatabaseProcess(env: NodeJS.ProcessEnv, ...args: string[]): DatabaseProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { ...process.env, ...env },
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += String(chunk)))
  const exited = once(child, 'close')

  return {
    child,
    lines,
    waitForLines: (count) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (lines.length >= count) resolve()
        }
        output.on('line', check)
        void exited.then(() => reject(new Error(complaint)))
        check()
      }),
    end: async (how) => {
      if (how === 'kill') child.kill('SIGKILL')
      else child.stdin.end()
      await exited
    },
  }
}
