import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** How many connections of this database, and of no other test's, wait for a lock; PostgreSQL only. */
export async function countLockWaiters(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
