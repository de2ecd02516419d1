import './node-version.mjs'
import { rm } from 'node:fs/promises'
import { buildIfStale } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { findFirefox, findWebkit } from './find-engines.mjs'
import { bin, root, run } from './process.mjs'
import { playwrightCounts, stageCounts } from './test-counts.mjs'

/**
 * `npm run test:engines [-- -g WebKit]`: the main journey in Chromium, Firefox and WebKit. It installs nothing: a
 * browser that is missing is named, with how to get it, and the command ends with 69.
 */

const [chromium, firefox, webkit] = await Promise.all([findChromium(), findFirefox(), findWebkit()])
const missing = [
  !chromium && '没有找到 Chromium：apt-get install chromium（或用 CHROMIUM_PATH 指定路径）',
  !firefox && '没有找到 Firefox：apt-get install firefox-esr（或用 FIREFOX_PATH 指定路径）',
  !webkit && '没有找到 WebKit 和它的虚拟屏幕：apt-get install webkit2gtk-driver xvfb xauth',
].filter(Boolean)
if (missing.length) {
  console.error(`三种浏览器都装好才能运行：\n${missing.map((line) => `  ${line}`).join('\n')}`)
  process.exit(69)
}

await buildIfStale()
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? `${root}.cache/test-reports/engines.json`
await rm(report, { force: true })
const code = await run(
  bin('playwright'),
  ['test', '--project=engines', '--workers=1', '--reporter=list,json', ...process.argv.slice(2)],
  { env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
)
const none = { passed: 0, failed: 0, failures: [] }
const { passed, failed } = stageCounts(code, await playwrightCounts(report).catch(() => none))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0
