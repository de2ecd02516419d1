import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { bin, run } from './process.mjs'

/** `npm run check:restart [-- <rounds>]`: the built server, PostgreSQL and nginx; see tests/operation/rolling-restart.ts. */

await buildIfStale()
const check = [bin('tsx'), 'tests/operation/rolling-restart.ts', ...process.argv.slice(2)]
process.exitCode = await run(process.execPath, ['scripts/with-postgres.mjs', '--', ...check])
