import { mkdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import type { Pool } from 'pg'
import { backUpOpenDatabase } from '../operator/backup.ts'
import { answerBackupRequests } from '../operator/backup-request.ts'
import { assertSameMajor, clusterExists, clusterFolder, removeStalePid } from './cluster.ts'
import { createCluster } from './create-cluster.ts'
import type { Database, DatabaseLog } from '../database.ts'
import { createEmbeddedPool } from './embedded-pool.ts'
import { assertMayBeEmpty, endReset } from './empty-database.ts'
import { lockFolder, type FolderLock } from './folder-lock.ts'
import { startHousekeeping, type Housekeeping } from '../housekeeping.ts'
import { finishRestore } from './interrupted-restore.ts'
import { migrate } from '../migrate.ts'
import { folderFailure, isDamage, openingFailure } from './opening-failure.ts'
import { openingDatabase, whenOpen, type OpeningDatabase } from './opening.ts'
import { openPoolDatabase } from '../pool-database.ts'
import { startWorkerBackend } from './worker-backend.ts'

/** How long a query may wait for the one connection: as long as the page waits for an answer. */
const connectionTimeoutMs = 10_000

type EmbeddedOptions = {
  dataDir: string
  log: DatabaseLog
  /** What a first start copies; by default the one beside the built server. */
  template?: string
}

const startLocked = async (
  { dataDir, log, template }: EmbeddedOptions,
  lock: FolderLock,
): Promise<OpeningDatabase & { pool: Pool }> => {
  const folder = clusterFolder(dataDir)
  await finishRestore(dataDir, { now: new Date(), log })
  if (!(await clusterExists(folder))) {
    await assertMayBeEmpty(dataDir)
    await createCluster(folder, log, template)
  }
  await endReset(dataDir)
  await assertSameMajor(folder)
  await removeStalePid(folder)
  const backend = startWorkerBackend(folder, log)
  const pool = createEmbeddedPool(backend, connectionTimeoutMs)
  let housekeeping: Housekeeping | undefined
  const database = openPoolDatabase({
    engine: 'embedded',
    pool,
    log,
    beforeClose: async () => {
      await housekeeping?.stop()
      // So that the next start has no log to replay. The data is safe without it.
      await pool
        .query('checkpoint')
        .catch((error: unknown) => log.error({ err: error }, 'last checkpoint failed'))
    },
    afterClose: async () => {
      await backend.close()
      await lock.release()
    },
  })
  const open = async (): Promise<void> => {
    // Not through the pool, whose patience is that of a query: after a crash there may be much to replay.
    await backend.open().catch(async (error: unknown) => {
      throw await openingFailure(dataDir, error)
    })
    housekeeping = startHousekeeping({ db: database.db, log })
    try {
      await migrate(pool, log)
    } catch (error) {
      await database.close()
      throw isDamage(error) ? await openingFailure(dataDir, error) : error
    }
  }
  return { ...openingDatabase(database, open()), pool }
}

/**
 * Begins to open the database inside a data folder, and makes both when they are missing.
 * @throws when another process holds the folder, or an engine of another major version made the database
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<OpeningDatabase> {
  const { dataDir } = options
  let onConnection = (socket: Socket): void => void socket.destroy()
  const take = async (): Promise<FolderLock> => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return lockFolder(dataDir, { onConnection: (socket) => onConnection(socket) })
  }
  const lock = await take().catch((error: unknown) => {
    throw folderFailure(dataDir, error)
  })
  const releasing = async (error: unknown): Promise<never> => {
    await lock.release()
    throw folderFailure(dataDir, error)
  }
  const { database, pool, opened } = await startLocked(options, lock).catch(releasing)
  const answering = opened.then(() => {
    onConnection = answerBackupRequests(() => backUpOpenDatabase(pool, dataDir, new Date()))
  })
  return openingDatabase(database, answering.catch(releasing))
}

/**
 * Opens the database inside a data folder and makes both when they are missing.
 * @throws when another process holds the folder, or an engine of another major version made the database
 */
export function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  return whenOpen(startEmbedded(options))
}
