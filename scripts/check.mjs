import './node-version.mjs'
import { existsSync } from 'node:fs'
import { bin, root, run } from './process.mjs'

/** One TypeScript project per runtime: a page that touches `node:fs`, or a worker the DOM, is a type error. */
const projects = ['contract', 'src', 'sw', 'server', 'tests', 'scripts']

/** @type {Array<[name: string, command: string, args: string[]]>} */
const checks = [
  ...projects
    .filter((name) => existsSync(`${root}${name}/tsconfig.json`))
    .map((name) => /** @type {[string, string, string[]]} */ ([`类型 ${name}`, bin('tsc'), ['-p', name]])),
  ['规范 oxlint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['格式 oxfmt', bin('oxfmt'), ['--check', '.']],
]

/** Runs every check, so that one look shows all that is wrong. */
let failed = 0
for (const [name, command, args] of checks) {
  const startedAt = Date.now()
  const code = await run(command, args)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}（${seconds} 秒）`)
  if (code !== 0) failed += 1
}
process.exitCode = failed ? 1 : 0
