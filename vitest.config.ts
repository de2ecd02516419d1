import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** How long something may take to come about on a busy machine. */
const own = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

/**
 * For `npm run test:all`. The first ones take long each: they start engines of their own, kill processes, walk every
 * call with hostile input, or try hundreds of random histories. The last two lines are the server away from accounts,
 * answers and coins: half of all the time.
 */
const rest = [
  'tests/generator-properties.test.ts',
  'server/account/**/{age-band,default-avatars,deletion-erase,security-log,sms,sms-budget}.test.ts',
  'server/study/{convergence,rolling-schema,statistics-convergence}.test.ts',
  'server/wallet/wallet-invariants.test.ts',
  'tests/{api,operation}/**/*.test.ts',
  'tests/integration/{exactly-once,kill-one-of-two}.test.ts',
  'server/app.test.ts',
  'server/{db,discovery,exploration,gateways,generation,http,lib,library,metrics,packs,site,sql,themes}/**/*.test.ts',
]

// A React component needs a document; everything else runs in plain Node, where a stray use of the DOM fails.
export default defineConfig({
  test: {
    // All processors: half of the time a test waits for its database.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...own,
          name: 'node',
          include: ['{contract,src,sw,server,scripts,tests}/**/*.test.ts'],
          exclude: rest,
        },
      },
      { test: { ...own, name: 'page', include: ['src/**/*.test.tsx'], environment: 'happy-dom' } },
      { test: { ...own, name: 'rest', include: rest } },
    ],
  },
})
