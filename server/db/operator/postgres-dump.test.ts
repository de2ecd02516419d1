import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import type { Database } from '../database.ts'
import { databaseVerbs } from '../database-verbs.ts'
import { createPostgresPool, openPostgres } from '../postgres.ts'

const serverUrl = process.env['TEST_DATABASE_URL']

let dataDir: TestDataDir
let target: Awaited<ReturnType<typeof createPostgresDatabase>>

const run = async (verb: 'backup' | 'restore', ...args: string[]): Promise<void> => {
  const env = { DATA_DIR: dataDir.path, DATABASE_URL: target.url }
  await databaseVerbs.get(verb)!({ args, env, print: () => {} })
}

const withDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openPostgres({ databaseUrl: target.url, log: silentLog })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const write = (key: string) => (database: Database) =>
  database.db.insertInto('rate_limits').values({ key, window_start: new Date(), count: 1 }).execute()

const keys = async ({ db }: Database) =>
  (await db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map(({ key }) => key)

const backups = async (kind: 'backup' | 'replaced') => {
  const folder = join(dataDir.path, 'backups')
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith(kind)).map((name) => join(folder, name))
}

/** One row, `before`, in the database and in the backup whose path is the result. */
const backUpOneRow = async (): Promise<string> => {
  await withDatabase(write('before'))
  await run('backup')
  return (await backups('backup'))[0]!
}

describe.runIf(serverUrl)('a backup of PostgreSQL', () => {
  beforeEach(async () => {
    dataDir = await createTestDataDir('nothing')
    target = await createPostgresDatabase(serverUrl!)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await target.drop()
    await dataDir.remove()
  })

  test('brings back what was there, and keeps what it replaced', async () => {
    const backup = await backUpOneRow()
    await withDatabase(write('after'))

    await run('restore', backup)
    expect(await withDatabase(keys)).toEqual(['before'])

    await run('restore', (await backups('replaced'))[0]!)
    expect(await withDatabase(keys)).toEqual(['after', 'before'])
  })

  test('fills an empty database, with nothing to keep', async () => {
    const backup = await backUpOneRow()
    await target.drop()
    target = await createPostgresDatabase(serverUrl!)
    await run('restore', backup)
    expect(await withDatabase(keys)).toEqual(['before'])
    expect(await backups('replaced')).toEqual([])
  })

  test('takes the place of tables that it does not know', async () => {
    const backup = await backUpOneRow()
    await withDatabase(({ db }) => sql`create table later (grade text references grades (id))`.execute(db))
    await run('restore', backup)
    expect(await withDatabase(keys)).toEqual(['before'])
    await withDatabase(async ({ db }) => {
      await expect(sql`select * from later`.execute(db)).rejects.toThrow('later')
    })
  })

  test('is written while servers work, for its owner only', async () => {
    await withDatabase(async (database) => {
      await write('before')(database)
      await run('backup')
    })
    const [backup] = await backups('backup')
    expect((await stat(backup!)).mode & 0o777).toBe(0o600)
  })

  test('is not put back under a running server', async () => {
    const backup = await backUpOneRow()
    await withDatabase(async (database) => {
      await write('after')(database)
      await expect(run('restore', backup)).rejects.toThrow('请先停止它们')
      expect(await keys(database)).toEqual(['after', 'before'])
    })
  })

  test('is not put back under a server that has had no request for an hour', async () => {
    const backup = await backUpOneRow()
    const pool = createPostgresPool(target.url)
    const clients = await Promise.all(Array.from({ length: 3 }, () => pool.connect()))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const client of clients) client.release()
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    await expect.poll(() => pool.totalCount).toBe(1)
    await expect(run('restore', backup)).rejects.toThrow('1 个连接')
    await pool.end()
  })

  test('that is cut short changes nothing', async () => {
    const backup = await backUpOneRow()
    await withDatabase(write('after'))
    const whole = await readFile(backup)
    await writeFile(backup, whole.subarray(0, whole.length - 1000))
    await expect(run('restore', backup)).rejects.toThrow('pg_restore 没有成功')
    expect(await withDatabase(keys)).toEqual(['after', 'before'])
  })

  test('is known by its contents', async () => {
    await withDatabase(write('here'))
    const other = join(dataDir.path, 'other.dump')
    await writeFile(other, 'create table students ();')
    await expect(run('restore', other)).rejects.toThrow('不是 npm run db:backup')
    await expect(run('restore', `${other}.missing`)).rejects.toThrow('不是 npm run db:backup')
    expect(await withDatabase(keys)).toEqual(['here'])
  })

  test('leaves no file when it fails, and says what is missing', async () => {
    vi.stubEnv('PATH', dataDir.path)
    await expect(run('backup')).rejects.toThrow('找不到 pg_dump')
    expect(await readdir(join(dataDir.path, 'backups'))).toEqual([])
  })
})
