import './node-version.mjs'
import { spawn } from 'node:child_process'
import { installMissing } from './install.mjs'
import { bin, root } from './process.mjs'

// The server restarts when its sources change; Vite serves the page and hands /api to the server.
await installMissing()
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(bin('vite'), ['--clearScreen', 'false'], { cwd: root, stdio: 'inherit' }),
]
const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    endAll()
  })
}
