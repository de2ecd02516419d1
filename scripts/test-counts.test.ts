import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from './process.mjs'
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

describe('the closing lines of npm test', () => {
  test('name each failed test with its first word on why, and count a file that could not be loaded', async () => {
    const file = await reportOf({
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        {
          name: join(root, 'server/a.test.ts'),
          status: 'failed',
          message: 'no such\nmodule',
          assertionResults: [],
        },
        {
          name: join(root, 'server/b.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            {
              status: 'failed',
              fullName: 'a stop ends',
              failureMessages: ['Error: too late\n  at b.test.ts'],
            },
            { status: 'passed', fullName: 'a stop begins', failureMessages: [] },
          ],
        },
        { name: join(root, 'server/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    })
    expect(await vitestCounts(file)).toEqual({
      passed: 7,
      failed: 2,
      failures: ['server/a.test.ts › no such', 'server/b.test.ts › a stop ends › Error: too late'],
    })
  })

  test('count a browser test that needed a second try as passed, and a broken run as failed', async () => {
    const spec = (title: string, status: string, message: string) => ({
      file: 'e2e/a.e2e.ts',
      title,
      tests: [{ status, results: [{ error: { message } }] }],
    })
    const file = await reportOf({
      stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 1 },
      errors: [{ message: 'no server' }],
      suites: [
        {
          specs: [spec('one', 'unexpected', '\u001b[31mError: gone\u001b[39m\n\nlog')],
          suites: [
            { specs: [spec('two', 'unexpected', 'Error: late'), spec('three', 'flaky', 'Error: early')] },
          ],
        },
      ],
    })
    expect(await playwrightCounts(file)).toEqual({
      passed: 6,
      failed: 3,
      failures: ['e2e/a.e2e.ts › one › Error: gone', 'e2e/a.e2e.ts › two › Error: late', 'no server'],
    })
  })

  test('add one failure for a stage that ended badly without a failed test', () => {
    expect(stageCounts(1, { passed: 3, failed: 0, failures: [] })).toEqual({ passed: 3, failed: 1 })
    expect(stageCounts(1, { passed: 3, failed: 2, failures: ['a', 'b'] })).toEqual({ passed: 3, failed: 2 })
    expect(stageCounts(0, { passed: 3, failed: 0, failures: [] })).toEqual({ passed: 3, failed: 0 })
  })
})
