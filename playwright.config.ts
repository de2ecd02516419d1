import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Every test opens its own phone (tests/browser/phone.ts) on the built server; nothing is mocked.
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  // One processor is left to the test runner and its servers.
  workers: Number(process.env['BROWSER_WORKERS'] ?? Math.max(2, availableParallelism() - 1)),
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: { screenshot: 'only-on-failure' },
  // Each has a folder of its own: a run empties its folder, and `npm test` runs two.
  projects: [
    {
      name: 'e2e',
      outputDir: 'test-results/e2e',
      testMatch: '{e2e,conformance}/**/*.e2e.ts',
      // A busy machine gets a second try, and the report says `flaky`; never where an answer or a coin could be lost.
      retries: process.env['CI'] ? 1 : 0,
      use: { trace: 'retain-on-failure' },
    },
    { name: 'bench', outputDir: 'test-results/bench', testMatch: 'bench/**/*.bench.ts' },
    {
      name: 'engines',
      outputDir: 'test-results/engines',
      testMatch: 'engines/**/*.e2e.ts',
      timeout: 180_000,
    },
    {
      name: 'chaos',
      outputDir: 'test-results/chaos',
      testMatch: 'chaos/**/*.e2e.ts',
      timeout: 180_000,
      // What cannot be pressed for so long is a failure of its own, with the place where it happened.
      use: { actionTimeout: 30_000 },
    },
  ],
})
