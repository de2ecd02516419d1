import { readFile } from 'node:fs/promises'

/** @typedef {{ passed: number, failed: number }} Counts */

/** @returns {Promise<any>} */
const report = async (/** @type {string} */ file) => JSON.parse(await readFile(file, 'utf8'))

/** Reads the JSON report of Vitest. A file that could not be loaded counts as one failure. */
export const vitestCounts = async (/** @type {string} */ file) => {
  const { numPassedTests, numFailedTests, testResults } = await report(file)
  const unloaded = testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** Reads the JSON report of Playwright. A test that passed on a second try passed; one that never ran did not. */
export const playwrightCounts = async (/** @type {string} */ file) => {
  const { stats, errors } = await report(file)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/**
 * What a stage adds to the sum: its tests, and one failure when it ended badly without a failed test
 * (a broken build, a crash before the first test).
 * @param {number} exitCode
 * @param {Counts} tests
 * @returns {Counts}
 */
export const stageCounts = (exitCode, tests) => ({
  passed: tests.passed,
  failed: exitCode !== 0 && tests.failed === 0 ? 1 : tests.failed,
})
