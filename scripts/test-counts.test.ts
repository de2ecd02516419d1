import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { playwrightCounts, stageCounts, vitestCounts } from './test-counts.mjs'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'test-counts-'))
})
afterEach(() => rm(folder, { recursive: true }))

const reportOf = async (content: object) => {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

describe('the closing line of npm test', () => {
  test('counts a test file that could not be loaded as a failure', async () => {
    const file = await reportOf({
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [] },
      ],
    })
    expect(await vitestCounts(file)).toEqual({ passed: 7, failed: 2 })
  })

  test('counts a browser test that needed a second try as passed, and a broken run as failed', async () => {
    const file = await reportOf({ stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 1 }, errors: [{}] })
    expect(await playwrightCounts(file)).toEqual({ passed: 6, failed: 3 })
  })

  test('a stage that ended badly without a failed test adds one failure', () => {
    expect(stageCounts(1, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 1 })
    expect(stageCounts(1, { passed: 3, failed: 2 })).toEqual({ passed: 3, failed: 2 })
    expect(stageCounts(0, { passed: 3, failed: 0 })).toEqual({ passed: 3, failed: 0 })
  })
})
