import { readdir } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { backUpClosedDatabase } from './backup.ts'
import { requestBackup } from './backup-request.ts'
import type { Database } from '../database.ts'
import { openEmbedded } from '../engine/embedded.ts'
import { deleteDatabase } from '../engine/empty-database.ts'
import { FolderInUse } from '../engine/folder-in-use.ts'
import { restoreBackup } from './restore.ts'
import { connectToHolder } from '../engine/socket-lock.ts'

// Several engines and processes start in each test.
vi.setConfig({ testTimeout: 90_000 })

let dataDir: TestDataDir
beforeEach(async () => {
  dataDir = await createTestDataDir()
})
afterEach(() => dataDir.remove())

const now = new Date('2026-11-20T08:00:00.000Z')
const later = new Date('2026-11-20T09:00:00.000Z')

const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openEmbedded({ dataDir: dataDir.path, log: silentLog })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const write = (key: string) => (database: Database) =>
  database.db.insertInto('rate_limits').values({ key, window_start: now, count: 1 }).execute()

const keys = async (database: Database) => {
  const rows = await database.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

describe('a backup', () => {
  test('brings back what was there, and keeps what it replaced', async () => {
    await withDatabase(write('before'))
    const backup = await backUpClosedDatabase(dataDir.path, now)
    expect(backup).toBe(join(dataDir.path, 'backups/backup-20261120T080000000Z'))
    await withDatabase(write('after'))

    const replaced = await restoreBackup(backup, dataDir.path, later)
    expect(await withDatabase(keys)).toEqual(['before'])

    await restoreBackup(replaced!, dataDir.path, new Date('2026-11-20T10:00:00.000Z'))
    expect(await withDatabase(keys)).toEqual(['after', 'before'])
  })

  test.runIf(process.platform === 'linux')('of a running server has all that it acknowledged', async () => {
    const backup = await withDatabase(async (database) => {
      const writes = Array.from({ length: 50 }, (_, n) => write(`row ${n}`)(database))
      await Promise.all(writes.slice(0, 25))
      const folder = await requestBackup(dataDir.path)
      await Promise.all(writes)
      return folder
    })
    await restoreBackup(backup, dataDir.path, later)
    const restored = await withDatabase(keys)
    expect(restored).toEqual(expect.arrayContaining(Array.from({ length: 25 }, (_, n) => `row ${n}`)))
  })

  test.runIf(process.platform === 'linux')(
    'is not made for who only tries whether somebody answers',
    async () => {
      await withDatabase(async () => {
        const socket = await connectToHolder(dataDir.path)
        socket.end('\n')
        await once(socket.resume(), 'close')
      })
      expect(await readdir(dataDir.path)).not.toContain('backups')
    },
  )

  test('of a folder without a database is refused', async () => {
    const empty = await createTestDataDir('nothing')
    await expect(backUpClosedDatabase(empty.path, now)).rejects.toThrow('没有知卡的内置数据库')
    await empty.remove()
  })
})

describe('a live folder', () => {
  test('is neither restored over, nor deleted, nor copied behind its back', async () => {
    const backup = await backUpClosedDatabase(dataDir.path, now)
    await withDatabase(async (database) => {
      await write('live')(database)
      await expect(restoreBackup(backup, dataDir.path, later)).rejects.toThrow(FolderInUse)
      await expect(deleteDatabase(dataDir.path)).rejects.toThrow(FolderInUse)
      await expect(backUpClosedDatabase(dataDir.path, later)).rejects.toThrow(FolderInUse)
      expect(await keys(database)).toEqual(['live'])
    })
  })
})

describe('restoring', () => {
  test('refuses a folder that is no backup and leaves the database alone', async () => {
    await withDatabase(write('kept'))
    await expect(restoreBackup(join(dataDir.path, 'nowhere'), dataDir.path, later)).rejects.toThrow(
      '没有知卡的内置数据库',
    )
    expect(await withDatabase(keys)).toEqual(['kept'])
  })

  test('works into a folder without a database', async () => {
    await withDatabase(write('moved'))
    const backup = await backUpClosedDatabase(dataDir.path, now)
    await deleteDatabase(dataDir.path)
    expect(await restoreBackup(backup, dataDir.path, later)).toBeUndefined()
    expect(await withDatabase(keys)).toEqual(['moved'])
  })
})
