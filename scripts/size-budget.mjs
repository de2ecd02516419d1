/** The budgets of the page: see docs/architecture.md. Bytes; KiB are of 1024. */
const kib = 1024
const budget = {
  firstGzip: 140 * kib,
  firstBrotli: 120 * kib,
  // Two chunks, and the half kilobyte of helpers that the bundler always puts into a file of its own.
  firstScripts: 3,
  lazyGzip: 30 * kib,
  precacheBrotli: 600 * kib,
}

/** Never needed for a first frame: not one byte of these belongs in it. */
const laterModules = [
  /^src\/features\/study\//,
  /\bcharts?\b/,
  /node_modules\/(katex|eruda|hanzi-writer|typebox)\//,
]
/** Too big for the budget of a lazy chunk, and loaded only where they are used. */
const bigPackages = /node_modules\/(katex|eruda|hanzi-writer)\/|\/apkg/

const shown = (/** @type {number} */ bytes) => `${(bytes / kib).toFixed(1)} KiB`

/**
 * @param {Awaited<ReturnType<typeof import('./page-size.mjs').measurePage>>} measured
 * @returns {string[]} what is over budget or where it must not be, in Chinese; empty when all is well
 */
export const judgeSize = ({ first, lazy, precache }) => {
  const problems = []
  for (const { route, gzip, brotli, scripts, modules } of first) {
    if (gzip > budget.firstGzip)
      problems.push(`首屏 ${route} ${shown(gzip)} gzip，超过 ${shown(budget.firstGzip)}`)
    if (brotli > budget.firstBrotli)
      problems.push(`首屏 ${route} ${shown(brotli)} br，超过 ${shown(budget.firstBrotli)}`)
    if (scripts > budget.firstScripts)
      problems.push(`首屏 ${route} 要 ${scripts} 个脚本，最多 ${budget.firstScripts} 个`)
    const misplaced = modules.filter((module) => laterModules.some((pattern) => pattern.test(module)))
    if (misplaced.length) problems.push(`首屏 ${route} 里有不该有的模块：${misplaced.slice(0, 5).join('、')}`)
  }
  for (const { file, gzip, modules } of lazy) {
    if (gzip <= budget.lazyGzip || modules.some((module) => bigPackages.test(module))) continue
    problems.push(`${file} ${shown(gzip)} gzip，超过 ${shown(budget.lazyGzip)}`)
  }
  const total = precache.reduce((sum, { brotli }) => sum + brotli, 0)
  if (precache.length === 0) problems.push('sw.js 里没有预缓存清单')
  if (total > budget.precacheBrotli)
    problems.push(`预缓存 ${shown(total)} br，超过 ${shown(budget.precacheBrotli)}`)
  return problems
}
