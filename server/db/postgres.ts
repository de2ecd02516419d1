import type { Pool } from 'pg'
import { createPool } from './create-pool.ts'
import type { Database, DatabaseLog } from './database.ts'
import { migrate } from './migrate.ts'
import { openingDatabase, whenOpen, type OpeningDatabase } from './engine/opening.ts'
import { openPoolDatabase } from './pool-database.ts'

/** Processes × this must stay below the server's `max_connections`. */
const maxConnections = 10

/** As long as the page waits for an answer. */
export const requestPatienceMs = 10_000

/** What our connections call themselves, in `pg_stat_activity` and to those who look for running servers. */
export const applicationName = 'zhika'

/** A pool over a PostgreSQL server. Sends no session settings, so that it also works through PgBouncer. */
export function createPostgresPool(databaseUrl: string): Pool {
  return createPool({
    connectionString: databaseUrl,
    application_name: applicationName,
    max: maxConnections,
    // An idle server stays visible to `db:restore`, which must not change the tables under it.
    min: 1,
    connectionTimeoutMillis: requestPatienceMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: requestPatienceMs,
  })
}

type PostgresOptions = {
  databaseUrl: string
  log: DatabaseLog
  /** For a server: what a request asks is given up after this. Commands take the time that they need. */
  withinMs?: number
}

/** Begins to open a database on a PostgreSQL server. */
export function startPostgres({ databaseUrl, ...options }: PostgresOptions): OpeningDatabase {
  const { log } = options
  const pool = createPostgresPool(databaseUrl)
  const database = openPoolDatabase({ engine: 'postgres', pool, ...options })
  const open = async (): Promise<void> => {
    try {
      await migrate(pool, log)
    } catch (error) {
      await database.close()
      throw error
    }
  }
  return openingDatabase(database, open())
}

/** @throws when the server cannot be reached or a migration is refused */
export function openPostgres(options: PostgresOptions): Promise<Database> {
  return whenOpen(startPostgres(options))
}
