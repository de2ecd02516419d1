import './node-version.mjs'
import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { ensureChromium } from './find-chromium.mjs'
import { installMissing } from './install.mjs'
import { bin, root, run } from './process.mjs'
import { playwrightCounts, stageCounts, vitestCounts } from './test-counts.mjs'

/** Everything that must hold before a change lands, on a fresh clone too: one command, one closing line. */

const reports = `${root}.cache/test-reports`
/** Each kind of fault once. */
const chaosSchedules = 11
/** What with-postgres.mjs ends with where there is no PostgreSQL: a laptop without one may still test the rest. */
const noPostgres = 69
const noTests = async () => ({ passed: 0, failed: 0, failures: [] })

/**
 * @typedef {{
 *   name: string
 *   needs?: string[]
 *   timeoutMs: number
 *   command: string
 *   args: string[]
 *   env?: NodeJS.ProcessEnv
 *   count?: (file: string) => Promise<import('./test-counts.mjs').Counts>
 *   report?: string
 *   skipCode?: number
 * }} Stage
 */

const vitestReports = (/** @type {string} */ report) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]

const playwright = (/** @type {string} */ project) => ['test', `--project=${project}`, '--reporter=list,json']

/** @returns {Stage[]} */
const stagesOf = (/** @type {{ chromium: string, seed: number }} */ { chromium, seed }) => {
  const unit = `${reports}/unit.json`
  const postgres = `${reports}/postgres.json`
  const e2e = `${reports}/e2e.json`
  const chaos = `${reports}/chaos.json`
  const browser = { CHROMIUM_PATH: chromium }
  return [
    { name: '检查', timeoutMs: 600_000, command: process.execPath, args: ['scripts/check.mjs'] },
    {
      name: '单元与集成测试',
      timeoutMs: 900_000,
      command: bin('vitest'),
      args: ['run', ...vitestReports(unit)],
      count: vitestCounts,
      report: unit,
    },
    {
      name: 'PostgreSQL 上的服务器测试',
      timeoutMs: 900_000,
      command: process.execPath,
      args: ['scripts/test-postgres.mjs', ...vitestReports(postgres)],
      count: vitestCounts,
      report: postgres,
      skipCode: noPostgres,
    },
    {
      name: '构建',
      timeoutMs: 240_000,
      command: process.execPath,
      args: ['scripts/build.mjs', '--if-stale'],
    },
    {
      name: '体积',
      needs: ['构建'],
      timeoutMs: 60_000,
      command: process.execPath,
      args: ['scripts/size.mjs'],
    },
    {
      name: '浏览器测试',
      needs: ['构建'],
      timeoutMs: 900_000,
      command: bin('playwright'),
      args: playwright('e2e'),
      env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: e2e },
      count: playwrightCounts,
      report: e2e,
    },
    {
      name: `混沌测试（种子 ${seed}）`,
      needs: ['构建'],
      timeoutMs: 900_000,
      command: process.execPath,
      args: ['scripts/chaos.mjs', '--seed', String(seed), '--schedules', String(chaosSchedules)],
      env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: chaos },
      count: playwrightCounts,
      report: chaos,
    },
  ]
}

await installMissing()
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })

const seed = randomInt(1, 2 ** 31)
const chromium = await ensureChromium().catch((error) => {
  console.error(error.message)
  return ''
})
const total = { passed: 0, failed: 0 }
/** @type {Set<string>} */
const broken = new Set()
/** @type {string[]} */
const lines = []
/** @type {string[]} */
const failures = []

for (const stage of stagesOf({ chromium, seed })) {
  const blockedBy = stage.needs?.find((name) => broken.has(name))
  if (blockedBy) {
    lines.push(`– ${stage.name}：因为「${blockedBy}」失败而没有运行`)
    continue
  }
  console.log(`\n━━ ${stage.name} ━━`)
  const startedAt = Date.now()
  const code = await run(stage.command, stage.args, { env: stage.env, timeoutMs: stage.timeoutMs })
  if (code === stage.skipCode && !process.env['CI']) {
    lines.push(`– ${stage.name}：这台机器没有 PostgreSQL，略过`)
    continue
  }
  const tests = await (stage.count ?? noTests)(stage.report ?? '').catch(noTests)
  const counts = stageCounts(code, tests)
  total.passed += counts.passed
  total.failed += counts.failed
  failures.push(...tests.failures)
  if (counts.failed) broken.add(stage.name)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const tally = stage.count ? `：${counts.passed} 通过，${counts.failed} 失败` : ''
  const ending = code === 124 ? '，超时' : ''
  lines.push(`${counts.failed ? '✗' : '✓'} ${stage.name}${tally}（${seconds} 秒${ending}）`)
}

// Last, since a log that is cut short keeps its end.
if (failures.length) console.log(`\n失败的测试：\n${failures.map((one) => `  ✗ ${one}`).join('\n')}`)
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
