import type { Pool } from 'pg'
import { createPool } from './create-pool.ts'
import type { Database, DatabaseLog } from './database.ts'
import { migrate } from './migrate.ts'
import { openPoolDatabase } from './pool-database.ts'

/** Processes × this must stay below the server's `max_connections`. */
const maxConnections = 10

/** A pool over a PostgreSQL server. Sends no session settings, so that it also works through PgBouncer. */
export const createPostgresPool = (databaseUrl: string): Pool =>
  createPool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })

/** @throws when the server cannot be reached or a migration is refused */
export const openPostgres = async ({
  databaseUrl,
  log,
}: {
  databaseUrl: string
  log: DatabaseLog
}): Promise<Database> => {
  const pool = createPostgresPool(databaseUrl)
  const database = openPoolDatabase({ engine: 'postgres', pool, log })
  try {
    await migrate(pool, log)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
