import { mainJourneysPattern } from './main-journeys.mjs'
import { bin, root } from './process.mjs'
import { playwrightCounts, vitestCounts } from './test-counts.mjs'

/** What `npm test` and `npm run test:all` run, in their order. */

export const reports = `${root}.cache/test-reports`
/**
 * What with-postgres.mjs ends with where there is no PostgreSQL, and test-engines.mjs where a browser is missing: a
 * laptop without one may still test the rest.
 */
const unavailable = 69
/** Each kind of trouble twice; `npm run bench:chaos -- --schedules 200` takes a quarter of an hour on two processors. */
const chaosSchedules = 44

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
 *   skipped?: string
 * }} Stage
 */

/** @returns {Stage} */
function vitestStage(/** @type {string} */ name, /** @type {string} */ id, /** @type {string[]} */ projects) {
  const report = `${reports}/${id}.json`
  return {
    name,
    timeoutMs: 1_500_000,
    command: bin('vitest'),
    args: ['run', ...projects.flatMap((project) => ['--project', project]), ...vitestReports(report)],
    count: vitestCounts,
    report,
  }
}

function vitestReports(/** @type {string} */ report) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
}

/** @returns {Stage} */
function browserStage(
  /** @type {string} */ name,
  /** @type {string} */ id,
  /** @type {string[]} */ choice,
  /** @type {NodeJS.ProcessEnv} */ browser,
) {
  const report = `${reports}/${id}.json`
  return {
    name,
    needs: ['构建'],
    timeoutMs: 1_500_000,
    command: bin('playwright'),
    args: ['test', '--project=e2e', ...choice, '--reporter=list,json'],
    env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: playwrightCounts,
    report,
  }
}

/**
 * For people, within six minutes on two processors: types, rules, all that runs without a server, the server's
 * accounts, answers and coins, the build, its size and the main journeys in Chromium.
 * @returns {Stage[]}
 */
export function stagesForPeople(/** @type {{ chromium: string }} */ { chromium }) {
  return [
    { name: '检查', timeoutMs: 600_000, command: process.execPath, args: ['scripts/check.mjs'] },
    vitestStage('单元与集成测试', 'unit', ['node', 'page']),
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
    browserStage('浏览器里的主要流程', 'main', ['--grep', mainJourneysPattern], { CHROMIUM_PATH: chromium }),
  ]
}

/**
 * All that takes longer: the server's other tests, PostgreSQL, every browser test, other engines, random faults.
 * @returns {Stage[]}
 */
export function otherStages(/** @type {{ chromium: string, seed: number }} */ { chromium, seed }) {
  const browser = { CHROMIUM_PATH: chromium }
  const postgres = `${reports}/postgres.json`
  const engines = `${reports}/engines.json`
  const chaos = `${reports}/chaos.json`
  return [
    vitestStage('其余的单元与集成测试', 'rest', ['rest']),
    {
      name: 'PostgreSQL 上的服务器测试',
      timeoutMs: 1_200_000,
      command: process.execPath,
      args: ['scripts/test-postgres.mjs', ...vitestReports(postgres)],
      count: vitestCounts,
      report: postgres,
      skipCode: unavailable,
      skipped: '这台机器没有 PostgreSQL',
    },
    {
      name: '构建',
      timeoutMs: 240_000,
      command: process.execPath,
      args: ['scripts/build.mjs', '--if-stale'],
    },
    browserStage('其余的浏览器测试', 'e2e', ['--grep-invert', mainJourneysPattern], browser),
    {
      name: '三种浏览器引擎',
      needs: ['构建'],
      timeoutMs: 900_000,
      command: process.execPath,
      args: ['scripts/test-engines.mjs'],
      env: { ...browser, PLAYWRIGHT_JSON_OUTPUT_FILE: engines },
      count: playwrightCounts,
      report: engines,
      skipCode: unavailable,
      skipped: '这台机器缺少 Firefox 或 WebKit',
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
