import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { bin, run } from './process.mjs'

/**
 * `npm run bench:api [-- --quick] [-- --only cpu,scale,history,class]`: measures the built server on the
 * embedded database and, where this machine has one, on PostgreSQL; see docs/benchmarks.md.
 */

/** What with-postgres.mjs ends with where there is no PostgreSQL. */
const noPostgres = 69

await buildIfStale()
const bench = [bin('tsx'), 'tests/bench/api/run.ts', ...process.argv.slice(2)]
const code = await run(process.execPath, ['scripts/with-postgres.mjs', '--durable', '--', ...bench])
process.exitCode = code === noPostgres ? await run(bench[0] ?? '', bench.slice(1)) : code
