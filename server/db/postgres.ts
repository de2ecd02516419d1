import type { Pool } from 'pg'
import { createPool } from './create-pool.ts'
import type { Database, DatabaseLog } from './database.ts'
import { migrate } from './migrate.ts'
import { openingDatabase, whenOpen, type OpeningDatabase } from './opening.ts'
import { openPoolDatabase } from './pool-database.ts'

/** Processes × this must stay below the server's `max_connections`. */
const maxConnections = 10

/** What our connections call themselves, in `pg_stat_activity` and to those who look for running servers. */
export const applicationName = 'zhika'

/** A pool over a PostgreSQL server. Sends no session settings, so that it also works through PgBouncer. */
export const createPostgresPool = (databaseUrl: string): Pool =>
  createPool({
    connectionString: databaseUrl,
    application_name: applicationName,
    max: maxConnections,
    // An idle server stays visible to `db:restore`, which must not change the tables under it.
    min: 1,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })

type PostgresOptions = { databaseUrl: string; log: DatabaseLog }

/** Begins to open a database on a PostgreSQL server. */
export const startPostgres = ({ databaseUrl, log }: PostgresOptions): OpeningDatabase => {
  const pool = createPostgresPool(databaseUrl)
  const database = openPoolDatabase({ engine: 'postgres', pool, log })
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
export const openPostgres = (options: PostgresOptions): Promise<Database> => whenOpen(startPostgres(options))
