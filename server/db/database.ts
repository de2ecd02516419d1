import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { startEmbedded } from './embedded.ts'
import { whenOpen, type OpeningDatabase } from './opening.ts'
import { startPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'

/** The one door to the data, the same over both engines. */
export type Database = {
  /** Which engine serves it: PGlite inside this process, or a PostgreSQL server. */
  engine: 'embedded' | 'postgres'
  db: Kysely<Schema>
  /**
   * Runs `work` in one READ COMMITTED transaction and rolls back when it throws. A serialisation failure, a
   * deadlock, or a statement prepared before a migration (SQLSTATE 40001, 40P01, 0A000, 26000) runs it again, a few
   * times: so `work` must change nothing but the database.
   * Use only `tx` inside: the embedded engine has one connection, `db` would wait for it until a timeout.
   */
  transaction: <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>
  /** Connections of the pool now, and how many wait for one. */
  connections: () => { total: number; idle: number; waiting: number }
  /** Resolves when the database answers, rejects when it does not. */
  ping: () => Promise<void>
  /** Waits for running queries, then lets the database go. Safe to call twice. */
  close: () => Promise<void>
}

export type DatabaseLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export type DatabaseOptions = {
  /** A PostgreSQL server, version 15 or later. Without it the embedded engine is used. */
  databaseUrl?: string | undefined
  /** The folder of the embedded database; made when missing. */
  dataDir: string
  log: DatabaseLog
}

/**
 * Begins to open the database, empty or not, and to bring it up to date.
 * @throws when another process holds `dataDir`; what else can fail rejects `opened`
 */
export const startDatabase = async (options: DatabaseOptions): Promise<OpeningDatabase> => {
  const { databaseUrl, dataDir, log } = options
  return databaseUrl ? startPostgres({ databaseUrl, log }) : startEmbedded({ dataDir, log })
}

/**
 * Opens the database, empty or not, and brings it up to date.
 * @throws when another process holds `dataDir`, the server cannot be reached, or a migration is refused
 */
export const openDatabase = (options: DatabaseOptions): Promise<Database> => whenOpen(startDatabase(options))
