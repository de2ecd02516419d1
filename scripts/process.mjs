import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** A program that a package of ours brings, run by this same Node. */
export const bin = (/** @type {string} */ name) => `${root}node_modules/.bin/${name}`

/**
 * Runs a program with our own terminal and waits for its end. It leads a process group of its own where
 * there are such things, so that a time-out also ends what it started.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number, quiet?: boolean }} [options] `quiet`: what it prints is
 *   shown only when it fails
 * @returns {Promise<number>} its exit code; 124 after a time-out, 127 when it could not be started
 */
export const run = (command, args, { env = {}, timeoutMs = 0, quiet = false } = {}) =>
  new Promise((resolve) => {
    const grouped = timeoutMs > 0 && process.platform !== 'win32'
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: grouped,
      shell: process.platform === 'win32',
    })
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      if (grouped && child.pid) process.kill(-child.pid, signal)
      else child.kill(signal)
    }
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (part) => output.push(part))
    child.stderr?.on('data', (part) => output.push(part))
    let timedOut = false
    const timer = timeoutMs
      ? setTimeout(() => {
          timedOut = true
          end('SIGKILL')
        }, timeoutMs)
      : undefined
    const pass = (/** @type {NodeJS.Signals} */ signal) => end(signal)
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer)
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      if (code !== 0 || timedOut) process.stderr.write(Buffer.concat(output))
      resolve(timedOut ? 124 : code)
    }
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    child.on('error', () => finish(127))
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })

/** What a shell says of a program that Ctrl-C ended. */
const interrupted = 130

/**
 * Runs a step that everything after it needs, and says which and how long it took.
 * @param {string} what Chinese, with what it usually takes, e.g. `构建页面（通常 20 秒）`
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 */
export const must = async (what, command, args, options) => {
  console.log(`${what}……`)
  const began = performance.now()
  const code = await run(command, args, options)
  if (code === interrupted) {
    console.error('已取消。下次启动会接着做。')
    process.exit(code)
  }
  if (code !== 0) {
    console.error(`${what.replace(/（.*/, '')}失败（退出码 ${code}）。`)
    process.exit(code)
  }
  console.log(`  完成，用了 ${Math.round((performance.now() - began) / 1000)} 秒。`)
}
