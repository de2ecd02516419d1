import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** How long something may take to come about on a busy machine. */
const own = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

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
        },
      },
      {
        test: { ...own, name: 'page', include: ['src/**/*.test.tsx'], environment: 'happy-dom' },
      },
    ],
  },
})
