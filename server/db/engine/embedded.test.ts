import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { startDatabaseProcess } from '#tests/support/start-database-process.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { testTemplate } from '#tests/support/test-backend.ts'
import { clusterFolder } from './cluster.ts'
import type { Database } from '../database.ts'
import { openEmbedded } from './embedded.ts'

// Several engines and processes start in each test.
vi.setConfig({ testTimeout: 90_000 })

let dataDir: TestDataDir
beforeEach(async () => {
  dataDir = await createTestDataDir()
})
afterEach(() => dataDir.remove())

const open = () => openEmbedded({ dataDir: dataDir.path, log: silentLog })

const write = (database: Database, key: string) =>
  database.db
    .insertInto('rate_limits')
    .values({ key, window_start: new Date(0), count: 1 })
    .execute()

const keys = async (database: Database) => {
  const rows = await database.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

const errorOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it did not fail')
}

describe('an embedded database', () => {
  test('keeps its rows over a stop and a start', async () => {
    const first = await open()
    await write(first, 'kept')
    await first.close()
    const second = await open()
    expect(await keys(second)).toEqual(['kept'])
    await second.close()
  })

  test('is copied from the template at a first start', async () => {
    const empty = await createTestDataDir('nothing')
    const messages: string[] = []
    const log = {
      ...silentLog,
      info: (_: object, message: string) => void messages.push(message),
    } as typeof silentLog
    const database = await openEmbedded({ dataDir: empty.path, log, template: await testTemplate() })
    expect(await keys(database)).toEqual([])
    expect(messages).toEqual([])
    expect((await stat(clusterFolder(empty.path))).mode & 0o777).toBe(0o700)
    await database.close()
    await empty.remove()
  })

  test('makes a new cluster itself when no template fits, and leaves nothing half made', async () => {
    const empty = await createTestDataDir('nothing')
    const database = await openEmbedded({ dataDir: empty.path, log: silentLog, template: empty.path })
    expect(await keys(database)).toEqual([])
    expect((await readdir(empty.path)).sort()).toEqual(['database', 'lock'])
    await database.close()
    await empty.remove()
  })

  test('is refused to a second process until the first one is killed', async () => {
    const holder = startDatabaseProcess({ DATA_DIR: dataDir.path })
    await holder.waitForLines(1)
    expect(await errorOf(open())).toContain(`数据目录 ${dataDir.path} 正被另一个进程使用，拒绝打开`)
    const second = startDatabaseProcess({ DATA_DIR: dataDir.path })
    expect(await errorOf(second.waitForLines(1))).toContain(dataDir.path)
    await holder.end('kill')
    const database = await open()
    await database.close()
  })

  test('loses no acknowledged row when its process is killed in the middle of writes', async () => {
    const writer = startDatabaseProcess({ DATA_DIR: dataDir.path }, 'writes')
    await writer.waitForLines(100)
    await writer.end('kill')
    const acknowledged = writer.lines.filter((line) => line !== 'open')
    const database = await open()
    const found = new Set(await keys(database))
    expect(acknowledged.filter((key) => !found.has(key))).toEqual([])
    await database.close()
  })

  test('opens in spite of the pid file that a killed process left', async () => {
    await writeFile(join(clusterFolder(dataDir.path), 'postmaster.pid'), '')
    const database = await open()
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
  })

  test('of another major version is refused with a message, and not touched', async () => {
    await writeFile(join(clusterFolder(dataDir.path), 'PG_VERSION'), '17\n')
    const before = await readdir(clusterFolder(dataDir.path))
    expect(await errorOf(open())).toContain('由 PostgreSQL 17（PGlite 0.5.16） 建立')
    expect(await readdir(clusterFolder(dataDir.path))).toEqual(before)
  })

  test('that cannot be opened gives the folder free again', async () => {
    await writeFile(join(clusterFolder(dataDir.path), 'global/pg_control'), 'broken')
    await expect(open()).rejects.toThrow()
    const message = await errorOf(open())
    expect(message).not.toContain('正被另一个进程使用')
  })
})
