import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './process.mjs'

/** @typedef {{ passed: number, failed: number, failures: string[] }} Counts `failures`: what failed, in words */

/** @returns {Promise<any>} */
const report = async (/** @type {string} */ file) => JSON.parse(await readFile(file, 'utf8'))

const firstLine = (/** @type {string | undefined} */ text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n')[0]

const failure = (
  /** @type {string} */ file,
  /** @type {string} */ test,
  /** @type {string | undefined} */ message,
) => [file, test, firstLine(message)].filter(Boolean).join(' › ')

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 */

/** Reads the JSON report of Vitest. A file that failed without a test of its own, e.g. while it was loaded, is one failure. */
export const vitestCounts = async (/** @type {string} */ file) => {
  const { numPassedTests, testResults } = await report(file)
  const failures = testResults.flatMap((/** @type {VitestFile} */ result) => {
    const name = relative(root, result.name)
    const failed = result.assertionResults.filter(({ status }) => status === 'failed')
    if (result.status === 'failed' && failed.length === 0) return [failure(name, '', result.message)]
    return failed.map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0]))
  })
  return { passed: numPassedTests, failed: failures.length, failures }
}

/**
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ file: string, title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @type {(suite: PlaywrightSuite) => PlaywrightSpec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** Reads the JSON report of Playwright. A test that passed on a second try passed; one that never ran did not. */
export const playwrightCounts = async (/** @type {string} */ file) => {
  const { stats, errors, suites } = await report(file)
  const unexpected = specsOf({ suites }).flatMap(({ file: name, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failure(name, title, results.at(-1)?.error?.message)),
  )
  const broken = errors.map((/** @type {{ message?: string }} */ { message }) => failure('', '', message))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [...unexpected, ...broken],
  }
}

/**
 * What a stage adds to the sum: its tests, and one failure when it ended badly without a failed test
 * (a broken build, a crash before the first test).
 * @param {number} exitCode
 * @param {Counts} tests
 * @returns {{ passed: number, failed: number }}
 */
export const stageCounts = (exitCode, tests) => ({
  passed: tests.passed,
  failed: exitCode !== 0 && tests.failed === 0 ? 1 : tests.failed,
})
