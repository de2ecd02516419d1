import type { Database, DatabaseLog } from './database.ts'
import { openEmbedded, startEmbedded } from './engine/embedded.ts'
import type { OpeningDatabase } from './engine/opening.ts'
import { openPostgres, requestPatienceMs, startPostgres } from './postgres.ts'

export type DatabaseOptions = {
  /** A PostgreSQL server, version 15 or later. Without it the embedded engine is used. */
  databaseUrl?: string | undefined
  /** The folder of the embedded database; made when missing. */
  dataDir: string
  log: DatabaseLog
}

/**
 * For a server: begins to open the database, empty or not, and to bring it up to date.
 * @throws when another process holds `dataDir`; what else can fail rejects `opened`
 */
export async function startDatabase(options: DatabaseOptions): Promise<OpeningDatabase> {
  const { databaseUrl, dataDir, log } = options
  return databaseUrl
    ? startPostgres({ databaseUrl, log, withinMs: requestPatienceMs })
    : startEmbedded({ dataDir, log })
}

/**
 * For a command: opens the database, empty or not, and brings it up to date.
 * @throws when another process holds `dataDir`, the server cannot be reached, or a migration is refused
 */
export function openDatabase({ databaseUrl, dataDir, log }: DatabaseOptions): Promise<Database> {
  return databaseUrl ? openPostgres({ databaseUrl, log }) : openEmbedded({ dataDir, log })
}
