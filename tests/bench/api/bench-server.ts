import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/browser/server-process.ts'
import { startMeasured, type MeasuredProcess } from './measured-process.ts'

/** The built server as an operator runs it, with logging and metrics on, beside the embedded gateways. */

export type BenchServerOptions = {
  /** Undefined: the embedded database in a folder of its own. */
  databaseUrl?: string | undefined
  libraryDir: string
  processors?: string
}

export async function startBenchServer({
  databaseUrl,
  libraryDir,
  processors,
}: BenchServerOptions): Promise<MeasuredProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'zhika-bench-'))
  const env = {
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    METRICS_PORT: String(await freePort()),
    DATABASE_URL: databaseUrl ?? '',
    DATA_DIR: dataDir,
    LIBRARY_DIR: libraryDir,
    // Processes that share a database share the secret as well.
    CODE_PEPPER: 'of the benchmark, known to everybody who reads this',
    REQUESTS_PER_MINUTE: '1000000',
    SMS_PER_HOUR: '100000',
  }
  const server = await startMeasured('dist/server/main.js', '/api/client/discovery', env, processors)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
