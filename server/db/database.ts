import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
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
  /**
   * The same without a limit on how long a statement may take, for work in the background. What a request asks
   * fails after ten seconds: its page has given up by then, and a database that lost its network never answers.
   */
  patient: Pick<Database, 'db' | 'transaction'>
  /** Connections of the pool now, and how many wait for one. */
  connections: () => { total: number; idle: number; waiting: number }
  /** Resolves when the database answers and has room on its disk, rejects when not. */
  ping: () => Promise<void>
  /** Waits for running queries, then lets the database go. Safe to call twice. */
  close: () => Promise<void>
}

export type DatabaseLog = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
