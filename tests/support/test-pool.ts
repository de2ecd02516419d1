import { createPostgresPool } from '#server/db/postgres.ts'
import { createEmbeddedPool } from '#server/db/engine/embedded-pool.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Pool } from 'pg'
import { silentLog } from './silent-log.ts'
import { openTestBackend } from './test-backend.ts'
import { createPostgresDatabase } from './test-database.ts'

/** A fresh migrated database as the driver's bare pool, for tests of what lies below `Database`. */
export async function openTestPool(): Promise<{ pool: Pool; close: () => Promise<void> }> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (!serverUrl) {
    const backend = await openTestBackend()
    const pool = createEmbeddedPool(backend, 3000)
    return { pool, close: () => pool.end().then(backend.close) }
  }
  const { url, drop } = await createPostgresDatabase(serverUrl)
  const pool = createPostgresPool(url)
  await migrate(pool, silentLog)
  return { pool, close: () => pool.end().then(drop) }
}
