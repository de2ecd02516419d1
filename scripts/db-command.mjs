import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bin, root } from './process.mjs'

/**
 * Runs a verb of server/db/db.command.ts with our terminal and folder: from the sources where there is a
 * TypeScript loader, else from the built server, as on a machine that only runs it.
 * @param {string} verb
 */
export const runDatabaseCommand = (verb) => {
  const args = [verb, ...process.argv.slice(2)]
  const child = existsSync(bin('tsx'))
    ? spawn(bin('tsx'), [`${root}server/db/db.command.ts`, ...args], { stdio: 'inherit' })
    : spawn(process.execPath, [`${root}dist/server/db.command.js`, ...args], { stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
