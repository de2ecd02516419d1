import './node-version.mjs'
import { randomInt } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { findChromium } from './find-chromium.mjs'
import { installMissing } from './install.mjs'
import { run } from './process.mjs'
import { otherStages, reports, stagesForPeople } from './stages.mjs'
import { stageCounts } from './test-counts.mjs'

/**
 * `npm test` for people, `npm run test:all` for everything, `npm run test:rest` for what `npm test` leaves out: one
 * command, one closing line.
 */

const noTests = async () => ({ passed: 0, failed: 0, failures: [] })

/** @returns {import('./stages.mjs').Stage[]} */
function chosenStages(/** @type {{ chromium: string, seed: number }} */ settings) {
  if (process.argv.includes('--rest')) return otherStages(settings)
  const people = stagesForPeople(settings)
  if (!process.argv.includes('--all')) return people
  const built = new Set(people.map(({ name }) => name))
  return [...people, ...otherStages(settings).filter(({ name }) => !built.has(name))]
}

await installMissing()
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })

const seed = randomInt(1, 2 ** 31)
const stages = chosenStages({ chromium: (await findChromium()) ?? '', seed })
const total = { passed: 0, failed: 0 }
/** @type {Set<string>} */
const broken = new Set()
/** @type {string[]} */
const lines = []
/** @type {string[]} */
const failures = []

console.log(`将依次进行：${stages.map(({ name }) => name).join('、')}。`)
for (const [index, stage] of stages.entries()) {
  const blockedBy = stage.needs?.find((name) => broken.has(name))
  if (blockedBy) {
    lines.push(`– ${stage.name}：因为「${blockedBy}」失败而没有运行`)
    continue
  }
  console.log(`\n━━ ${index + 1}/${stages.length} ${stage.name} ━━`)
  const startedAt = Date.now()
  const code = await run(stage.command, stage.args, { env: stage.env, timeoutMs: stage.timeoutMs })
  if (code === stage.skipCode && !process.env['CI']) {
    lines.push(`– ${stage.name}：${stage.skipped}，略过`)
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
