import './node-version.mjs'
import { existsSync } from 'node:fs'
import { installMissing } from './install.mjs'
import { bin, root, run } from './process.mjs'

/** One TypeScript project per runtime: a page that touches `node:fs`, or a worker the DOM, is a type error. */
const projects = ['contract', 'src', 'sw', 'server', 'tests', 'scripts', 'build']

/** @typedef {[name: string, command: string, args: string[]]} Check */

/** @returns {Check} */
const typesOf = (/** @type {string} */ name) => [
  `类型 ${name}`,
  bin('tsc'),
  // What was checked before and has not changed is not checked again.
  ['-p', name, '--incremental', '--tsBuildInfoFile', `${root}.cache/tsc-${name}.json`],
]

/** @type {Check[]} Each uses one processor, so two of them run side by side. */
const single = [
  ...projects.filter((name) => existsSync(`${root}${name}/tsconfig.json`)).map(typesOf),
  ['无用 knip', bin('knip'), ['--treat-config-hints-as-errors']],
  // Ten lines or more that stand twice; what counts is in .jscpd.json.
  ['重复 jscpd', bin('jscpd'), []],
]
/** @type {Check[]} These use all there are. */
const wide = [
  ['规范 oxlint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['格式 oxfmt', bin('oxfmt'), ['--check', '.']],
]

await installMissing()

let failed = 0
const perform = async (/** @type {Check} */ [name, command, args]) => {
  const startedAt = Date.now()
  const code = await run(command, args, { quiet: true })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${name}（${seconds} 秒）`)
  if (code !== 0) failed += 1
}
const performAll = async (/** @type {Check[]} */ queue) => {
  for (let next = queue.shift(); next; next = queue.shift()) await perform(next)
}

// Every check, so that one look shows all that is wrong.
await Promise.all([performAll(single), performAll(single)])
await performAll(wide)
process.exitCode = failed ? 1 : 0
