import { sql } from 'kysely'
import { pino } from 'pino'
import { createEmbeddedPool } from './embedded-pool.ts'
import { removeStalePid } from './cluster.ts'
import { openPoolDatabase } from '../pool-database.ts'
import { readTables } from '../tables.ts'
import { startWorkerBackend } from './worker-backend.ts'

/** The caller says in words what an engine says in its own. */
const log = pino({ level: 'silent' })
const patienceMs = 10_000

/**
 * Opens a cluster that is not in use and reads all of its rows: their pages have checksums.
 * @throws when a file of it is missing or damaged, or it is no database of ours
 */
export async function assertReadable(folder: string): Promise<void> {
  await removeStalePid(folder)
  const backend = startWorkerBackend(folder, log)
  await backend.open()
  const pool = createEmbeddedPool(backend, patienceMs)
  const database = openPoolDatabase({ engine: 'embedded', pool, log, afterClose: backend.close })
  try {
    await sql`select count(*) from schema_migrations`.execute(database.db)
    // Of whole rows, which an index does not hold.
    for (const { name } of await readTables(database.db))
      await sql`select count(t) from ${sql.table(name)} as t`.execute(database.db)
  } finally {
    await database.close()
  }
}
