import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Database, DatabaseLog } from './database.ts'
import { watchForRoom } from './engine/disk-room.ts'
import { withNamedStatements } from './named-statements.ts'
import { runTransaction } from './run-transaction.ts'
import type { Schema } from './schema.ts'

type PoolDatabaseOptions = {
  engine: Database['engine']
  pool: Pool
  log: DatabaseLog
  /** How long a statement may take, and before it the wait for a connection; without it any time. */
  withinMs?: number
  /** Runs before the pool ends, while queries still work. */
  beforeClose?: () => Promise<void>
  /** Runs after the pool ended. */
  afterClose?: () => Promise<void>
}

/** The same `Database` over either engine's pool. */
export function openPoolDatabase(options: PoolDatabaseOptions): Database {
  const { pool, log } = options
  pool.on('error', (error) => log.error({ err: error }, 'database connection lost'))
  const room = watchForRoom()
  const over = (withinMs: number | undefined) => {
    const named = withNamedStatements(pool, { withinMs, onFailure: room.note })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: named }) })
    return { db, transaction: <T>(work: (tx: Transaction<Schema>) => Promise<T>) => runTransaction(db, work) }
  }
  const hurried = over(options.withinMs)
  const patient = over(undefined)

  const close = async () => {
    await options.beforeClose?.()
    await Promise.all([hurried.db.destroy(), patient.db.destroy()])
    // Kysely ends the pool only when it was used.
    if (!pool.ending) await pool.end()
    await options.afterClose?.()
  }
  let closing: Promise<void> | undefined

  return {
    engine: options.engine,
    ...hurried,
    patient,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      await sql`select 1`.execute(hurried.db)
      await room.assert(hurried.transaction)
    },
    close: () => (closing ??= close()),
  }
}
