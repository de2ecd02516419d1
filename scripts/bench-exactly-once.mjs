import './node-version.mjs'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { bin, run } from './process.mjs'

/**
 * `npm run bench:exactly-once -- --schedules 10000 [--seed 42] [--processes 2]`: thousands of the random histories of
 * tests/integration/exactly-once.test.ts, in processes side by side on a PostgreSQL server of its own. It ends with the
 * first failure, and says how to repeat it.
 */

const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    processes: { type: 'string', default: '2' },
  },
})
const schedules = Number(values.schedules)
const processes = Number(values.processes)
const firstSeed = Number(values.seed)
/** So many histories in one process: what it has gathered goes with it, and the next one has a seed of its own. */
const perProcess = 150
/** Both variants of the test run that many. */
const variants = 2

const test = 'tests/integration/exactly-once.test.ts'

/** @returns {Promise<{ code: number, output: string }>} */
const runBatch = (/** @type {number} */ seed, /** @type {number} */ runs) =>
  new Promise((resolve, reject) => {
    const child = spawn(bin('vitest'), ['run', '--project=rest', test], {
      env: { ...process.env, PROPERTY_RUNS: String(runs), PROPERTY_SEED: String(seed), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const lines = /** @type {string[]} */ ([])
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => lines.push(line))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: lines.join('\n') }))
  })

const runAll = async () => {
  const began = Date.now()
  const batches = Math.ceil(schedules / (perProcess * variants))
  let next = 0
  let done = 0
  let hasFailed = false
  const work = async () => {
    while (next < batches && !hasFailed) {
      const seed = firstSeed + next
      const left = schedules - next * perProcess * variants
      const runs = Math.min(perProcess, Math.ceil(left / variants))
      next += 1
      const { code, output } = await runBatch(seed, runs)
      if (code !== 0) {
        hasFailed = true
        console.error(output)
        console.error(
          `重现：PROPERTY_SEED=${seed} PROPERTY_RUNS=${runs} npx vitest run --project=rest ${test}`,
        )
        return
      }
      done += runs * variants
      console.log(`${done} 个日程，${Math.round((Date.now() - began) / 1000)} 秒`)
    }
  }
  console.log(`种子 ${firstSeed}，${schedules} 个日程，${processes} 个进程`)
  await Promise.all(Array.from({ length: processes }, work))
  return hasFailed ? 1 : 0
}

const inner = 'ZHIKA_EXACTLY_ONCE'
const again = ['scripts/bench-exactly-once.mjs', '--schedules', values.schedules, '--seed', values.seed]
process.exitCode =
  process.env[inner] === undefined
    ? await run(
        process.execPath,
        ['scripts/with-postgres.mjs', '--', process.execPath, ...again, '--processes', values.processes],
        { env: { [inner]: '1' } },
      )
    : await runAll()
