import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { makeTemplateInChild } from '#server/db/create-cluster.ts'
import type { Database } from '#server/db/database.ts'
import { createEmbeddedPool } from '#server/db/embedded-pool.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { openPgliteBackend } from '#server/db/pglite-backend.ts'
import { openPoolDatabase } from '#server/db/pool-database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { isCurrentTemplate } from '#server/db/template.ts'
import { silentLog } from './silent-log.ts'

const cacheFolder = join(import.meta.dirname, '../../node_modules/.cache/zhika')
const templateFolder = join(cacheFolder, 'test-template')

/** The first test process that needs the template makes it, the others wait for it. */
const provideTemplate = async (): Promise<void> => {
  if (await isCurrentTemplate(templateFolder)) return
  await mkdir(cacheFolder, { recursive: true })
  const lock = await lockFolder(cacheFolder).catch(() => null)
  if (!lock) {
    await wait(100)
    return provideTemplate()
  }
  try {
    if (!(await isCurrentTemplate(templateFolder))) await makeTemplateInChild(templateFolder)
  } finally {
    await lock.release()
  }
}

/** A migrated, empty cluster that tests may copy but must not open. */
export const testTemplate = async (): Promise<string> => {
  await provideTemplate()
  return templateFolder
}

/** The embedded engine in this process, whatever `TEST_DATABASE_URL` says. */
export const openEmbeddedTestDatabase = async (): Promise<Database> => {
  await provideTemplate()
  const folder = await mkdtemp(join(tmpdir(), 'zhika-test-'))
  // The synchronous one is three times as fast.
  cpSync(templateFolder, folder, { recursive: true })
  const backend = await openPgliteBackend({ folder, durable: false })
  return openPoolDatabase({
    engine: 'embedded',
    // Shorter than a test: a query outside its transaction fails there, with a message.
    pool: createEmbeddedPool(backend, 3000),
    log: silentLog,
    afterClose: async () => {
      await backend.close()
      await rm(folder, { recursive: true, force: true })
    },
  })
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
export const createPostgresDatabase = async (serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `zhika_test_${randomUUID().replaceAll('-', '')}`
  await administrate(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administrate(serverUrl, `drop database ${name} with (force)`) }
}

const openPostgresTestDatabase = async (serverUrl: string): Promise<Database> => {
  const { url, drop } = await createPostgresDatabase(serverUrl)
  const database = await openPostgres({ databaseUrl: url, log: silentLog })
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/**
 * A fresh migrated database with empty tables, gone after `close`: embedded in this process, or, when
 * `TEST_DATABASE_URL` names a PostgreSQL server, a database of its own there.
 */
export const openTestDatabase = (): Promise<Database> => {
  const serverUrl = process.env.TEST_DATABASE_URL
  return serverUrl ? openPostgresTestDatabase(serverUrl) : openEmbeddedTestDatabase()
}
