import { fdatasyncSync } from 'node:fs'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import type { Backend } from './backend.ts'
import { clusterFolder } from './cluster.ts'
import { createEmbeddedPool } from './embedded-pool.ts'
import { openPgliteBackend } from './pglite-backend.ts'

let dataDir: TestDataDir
let backend: Backend
let pool: Pool
let syncs = 0

beforeAll(async () => {
  dataDir = await createTestDataDir()
  backend = await openPgliteBackend({
    folder: clusterFolder(dataDir.path),
    durable: true,
    syncFile: (descriptor) => {
      syncs += 1
      fdatasyncSync(descriptor)
    },
  })
  pool = createEmbeddedPool(backend, 3000)
  await pool.query('create table notes (id integer primary key, text text)')
})
afterAll(async () => {
  await pool.end()
  await backend.close()
  await dataDir.remove()
})
beforeEach(() => {
  syncs = 0
})

describe('the embedded engine on disk', () => {
  test('syncs exactly once for each statement that commits', async () => {
    for (let id = 0; id < 20; id += 1) await pool.query('insert into notes values ($1, $2)', [id, 'x'])
    expect(syncs).toBe(20)
  })

  test('syncs exactly once for a transaction of many statements', async () => {
    const client = await pool.connect()
    await client.query('begin')
    for (let id = 100; id < 120; id += 1) await client.query('insert into notes values ($1, $2)', [id, 'x'])
    expect(syncs).toBe(0)
    await client.query('commit')
    client.release()
    expect(syncs).toBe(1)
  })

  test('syncs nothing for reads', async () => {
    await pool.query('select count(*) from notes')
    await pool.query('select 1')
    expect(syncs).toBe(0)
  })

  test('syncs nothing for a transaction that rolls back', async () => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query("insert into notes values (500, 'x')")
    await client.query('rollback')
    client.release()
    expect(syncs).toBe(0)
  })

  test('syncs the data files at a checkpoint', async () => {
    await pool.query("insert into notes values (600, 'x')")
    syncs = 0
    await pool.query('checkpoint')
    expect(syncs).toBeGreaterThan(1)
  })

  test('runs with fsync on', async () => {
    const { rows } = await pool.query(
      "select current_setting('fsync') f, current_setting('wal_sync_method') m",
    )
    expect(rows).toEqual([{ f: 'on', m: 'fsync' }])
  })
})
