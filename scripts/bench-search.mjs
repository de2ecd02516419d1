import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { bin, run } from './process.mjs'

/**
 * `npm run bench:search [-- --packs 100000 --cards 5000000 --keywords 40]`: how long the built server takes to
 * search a large library on a PostgreSQL of its own; see docs/benchmarks.md. With TEST_DATABASE_URL, on that server.
 */

await buildIfStale()
const bench = [bin('tsx'), 'tests/bench/search/run.ts', ...process.argv.slice(2)]
process.exitCode = process.env.TEST_DATABASE_URL
  ? await run(bench[0] ?? '', bench.slice(1))
  : await run(process.execPath, ['scripts/with-postgres.mjs', '--', ...bench])
