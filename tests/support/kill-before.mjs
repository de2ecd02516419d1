import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into a process: kills it, as a power cut would, before the file operation that KILL_BEFORE names, e.g.
// `rename 2` for the second one.
const [name, time] = (process.env['KILL_BEFORE'] ?? '').split(' ')
const operations = /** @type {Record<string, (...args: unknown[]) => Promise<unknown>>} */ (
  /** @type {unknown} */ (fs)
)
const operation = operations[name ?? '']
if (operation) {
  let left = Number(time)
  operations[name ?? ''] = (...args) => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return operation(...args)
  }
  syncBuiltinESMExports()
}
