import './node-version.mjs'
import { root } from './process.mjs'
import { measurePage } from './page-size.mjs'
import { judgeSize } from './size-budget.mjs'

/** `npm run size`: prints what the built page weighs and fails when a budget is passed. */

/** Where the app starts: what index.html loads is this route, whole. The budget is its budget. */
const firstRoute = '/home'

/** With what a first visit meets: the same two chunks and its own lazy one, printed for comparison. */
const routes = {
  '/login': 'src/features/account/login/login.screen.tsx',
  [firstRoute]: 'src/features/home/home.screen.tsx',
}

const kib = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KiB`

const measured = await measurePage({ page: `${root}dist/page`, maps: `${root}dist/page-maps`, routes })

for (const { route, files, gzip, brotli } of measured.first) {
  console.log(`\n首屏 ${route}`)
  for (const file of files) console.log(`  ${kib(file.gzip)} gzip ${kib(file.brotli)} br  ${file.file}`)
  console.log(`  ${kib(gzip)} gzip ${kib(brotli)} br  合计`)
}
console.log('\n按需加载')
for (const chunk of measured.lazy.toSorted((a, b) => b.gzip - a.gzip)) {
  console.log(`  ${kib(chunk.gzip)} gzip ${kib(chunk.brotli)} br  ${chunk.file}`)
}
const precache = measured.precache.reduce((total, { brotli }) => total + brotli, 0)
console.log(`\n预缓存 ${measured.precache.length} 个文件：${kib(precache).trim()} br`)

const first = measured.first.filter(({ route }) => route === firstRoute)
const problems = judgeSize({ ...measured, first })
for (const problem of problems) console.error(`✗ ${problem}`)
if (problems.length === 0) console.log('✓ 都在预算之内')
process.exitCode = problems.length ? 1 : 0
