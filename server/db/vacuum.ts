import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Frees the space of dead rows and renews the planner's figures, table by table, so that other queries get
 * their turns in between. Call it after a bulk import; the embedded engine has no autovacuum.
 */
export async function vacuumAnalyze(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    db,
  )
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}
