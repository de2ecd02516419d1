import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** The one door to the data, the same over both engines. */
export type Database = {
  /** Which engine serves it: PGlite inside this process, or a PostgreSQL server. */
  engine: 'embedded' | 'postgres'
  db: Kysely<Schema>
  /**
   * Runs `work` in one READ COMMITTED transaction and rolls back when it throws. A serialisation failure or a
   * deadlock (SQLSTATE 40001, 40P01) runs it again, a few times: so `work` must change nothing but the database.
   * Use only `tx` inside: the embedded engine has one connection, `db` would wait for it until a timeout.
   */
  transaction: <T>(work: (tx: Transaction<Schema>) => Promise<T>) => Promise<T>
  /** Resolves when the database answers, rejects when it does not. */
  ping: () => Promise<void>
  /** Waits for running queries, then lets the database go. Safe to call twice. */
  close: () => Promise<void>
}
