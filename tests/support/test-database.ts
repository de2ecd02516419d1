import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import type { Backend } from '#server/db/engine/backend.ts'
import type { Database } from '#server/db/database.ts'
import { createEmbeddedPool } from '#server/db/engine/embedded-pool.ts'
import { openPoolDatabase } from '#server/db/pool-database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { giveBackBackend, takeCleanBackend } from './clean-backend.ts'
import { silentLog } from './silent-log.ts'
import { openTestBackend } from './test-backend.ts'

/** Shorter than a test: a query beside its own transaction fails there, with a message. */
const connectionTimeoutMs = 3000

const openOver = (backend: Backend, release: (backend: Backend) => Promise<void>): Database =>
  openPoolDatabase({
    engine: 'embedded',
    pool: createEmbeddedPool(backend, connectionTimeoutMs),
    log: silentLog,
    afterClose: () => release(backend),
  })

/** The embedded engine in this process, started for this call, whatever `TEST_DATABASE_URL` says. */
export async function openEmbeddedTestDatabase(): Promise<Database> {
  return openOver(await openTestBackend(), (backend) => backend.close())
}

/** Runs one statement on the server's own database, outside of any transaction. */
const administrate = async (serverUrl: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A fresh empty database on a PostgreSQL server; `drop` removes it again. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `zhika_test_${randomUUID().replaceAll('-', '')}`
  await administrate(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administrate(serverUrl, `drop database ${name} with (force)`) }
}

const openPostgresTestDatabase = async (serverUrl: string): Promise<Database> => {
  const { url, drop } = await createPostgresDatabase(serverUrl)
  const database = await openPostgres({ databaseUrl: url, log: silentLog })
  let closing: Promise<void> | undefined
  return { ...database, close: () => (closing ??= database.close().then(drop)) }
}

/**
 * A fresh migrated database with empty tables, gone after `close`: embedded in this process, or, when
 * `TEST_DATABASE_URL` names a PostgreSQL server, a database of its own there.
 */
export async function openTestDatabase(): Promise<Database> {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl ? openPostgresTestDatabase(serverUrl) : openOver(await takeCleanBackend(), giveBackBackend)
}
