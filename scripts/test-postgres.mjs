import './node-version.mjs'
import { bin, run } from './process.mjs'

/**
 * `npm run test:postgres [-- <arguments of vitest>]`: on PostgreSQL, whose connections really work side by side,
 * everything that asks the server. Ends with 69 where there is none, see with-postgres.mjs.
 */

const tests = ['server', 'tests/api', 'tests/conformance', 'tests/integration']
/** They start the embedded engine whatever database the others have. */
const ofTheEmbeddedEngine =
  'server/db/**/{backup,disk-full,durable-fs,embedded,folder-lock,housekeeping,protocol-stream,restore,worker-backend}.test.ts'

process.exitCode = await run(process.execPath, [
  'scripts/with-postgres.mjs',
  '--',
  bin('vitest'),
  'run',
  ...tests,
  `--exclude=${ofTheEmbeddedEngine}`,
  ...process.argv.slice(2),
])
