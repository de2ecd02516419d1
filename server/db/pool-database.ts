import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Database, DatabaseLog } from './database.ts'
import { withNamedStatements } from './named-statements.ts'
import { runTransaction } from './run-transaction.ts'
import type { Schema } from './schema.ts'

type PoolDatabaseOptions = {
  engine: Database['engine']
  pool: Pool
  log: DatabaseLog
  /** Runs before the pool ends, while queries still work. */
  beforeClose?: () => Promise<void>
  /** Runs after the pool ended. */
  afterClose?: () => Promise<void>
}

/** The same `Database` over either engine's pool. */
export const openPoolDatabase = (options: PoolDatabaseOptions): Database => {
  const { pool, log } = options
  pool.on('error', (error) => log.error({ err: error }, 'database connection lost'))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })

  const close = async () => {
    await options.beforeClose?.()
    await db.destroy()
    // Kysely ends the pool only when it was used.
    if (!pool.ending) await pool.end()
    await options.afterClose?.()
  }
  let closing: Promise<void> | undefined

  return {
    engine: options.engine,
    db,
    transaction: (work) => runTransaction(db, work),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => (closing ??= close()),
  }
}
