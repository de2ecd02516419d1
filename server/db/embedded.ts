import { mkdir } from 'node:fs/promises'
import { assertSameMajor, clusterExists, clusterFolder, removeStalePid } from './cluster.ts'
import { createCluster } from './create-cluster.ts'
import type { Database, DatabaseLog } from './database.ts'
import { createEmbeddedPool } from './embedded-pool.ts'
import { lockFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { openPoolDatabase } from './pool-database.ts'
import { openWorkerBackend } from './worker-backend.ts'

/** How long a query may wait for the one connection: as long as the page waits for an answer. */
const connectionTimeoutMs = 10_000

/**
 * Opens the database inside a data folder and makes both when they are missing.
 * @throws when another process holds the folder, or an engine of another major version made the database
 */
export const openEmbedded = async ({ dataDir, log }: { dataDir: string; log: DatabaseLog }): Promise<Database> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    const folder = clusterFolder(dataDir)
    if (!(await clusterExists(folder))) await createCluster(folder, log)
    await assertSameMajor(folder)
    await removeStalePid(folder)
    const backend = await openWorkerBackend(folder, log)
    const pool = createEmbeddedPool(backend, connectionTimeoutMs)
    const database = openPoolDatabase({
      engine: 'embedded',
      pool,
      log,
      beforeClose: async () => {
        await pool.query('checkpoint')
      },
      afterClose: async () => {
        await backend.close()
        await lock.release()
      },
    })
    try {
      await migrate(pool, log)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
