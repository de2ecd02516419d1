import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { startDatabaseProcess } from '#tests/support/start-database-process.ts'
import { openTestPool } from '#tests/support/test-pool.ts'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles, type MigrationFile } from './migration-files.ts'
import { createPostgresPool } from './postgres.ts'

const file = (name: string, sql: string): MigrationFile => ({
  name,
  sql,
  sha256: createHash('sha256').update(sql).digest('hex'),
})

const notes = file(
  '9001-notes',
  'create table notes (id integer primary key); insert into notes values (1), (2);',
)
const titles = file('9002-titles', "alter table notes add column title text not null default '无题';")
const broken = file('9003-broken', 'create table half_made (id integer); select nonsense;')

const namesOf = async (pool: Pool) => {
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}

describe('migrating', () => {
  let pool: Pool
  let close: () => Promise<void>
  let shipped: MigrationFile[]
  beforeEach(async () => {
    ;({ pool, close } = await openTestPool())
    shipped = await readMigrationFiles()
  })
  afterEach(() => close())

  test('applies what is new, in order, and notes it down', async () => {
    await migrate(pool, silentLog, [...shipped, notes, titles])
    expect((await pool.query('select * from notes order by id')).rows).toEqual([
      { id: 1, title: '无题' },
      { id: 2, title: '无题' },
    ])
    expect((await namesOf(pool)).slice(-2)).toEqual(['9001-notes', '9002-titles'])
  })

  test('changes nothing the second time', async () => {
    await migrate(pool, silentLog, [...shipped, notes])
    await migrate(pool, silentLog, [...shipped, notes])
    expect((await pool.query('select count(*) as count from notes')).rows).toEqual([{ count: 2 }])
  })

  test('applies none of the new files when one of them fails', async () => {
    await expect(migrate(pool, silentLog, [...shipped, notes, broken])).rejects.toThrow('nonsense')
    expect(await namesOf(pool)).not.toContain('9001-notes')
    await migrate(pool, silentLog, [...shipped, notes])
    expect(await namesOf(pool)).toContain('9001-notes')
  })

  test('refuses a file that was changed after it was applied, and names it', async () => {
    await migrate(pool, silentLog, [...shipped, notes])
    const changed = file(notes.name, `${notes.sql} -- changed`)
    await expect(migrate(pool, silentLog, [...shipped, changed, titles])).rejects.toThrow(
      '迁移 9001-notes 在执行之后被改动过',
    )
    expect(await namesOf(pool)).not.toContain('9002-titles')
  })

  test('refuses a new file that is numbered before one that was applied', async () => {
    await migrate(
      pool,
      silentLog,
      [...shipped, titles].filter(({ name }) => name !== titles.name).concat(notes),
    )
    const early = file('0000-early', 'create table early (id integer)')
    await expect(migrate(pool, silentLog, [early, ...shipped, notes])).rejects.toThrow(
      '0000-early 的编号早于',
    )
  })

  test('lets an older version start on a newer database, with a warning', async () => {
    await migrate(pool, silentLog, [...shipped, notes])
    const warnings: object[] = []
    const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) } as typeof silentLog
    await migrate(pool, log, shipped)
    expect(warnings).toEqual([{ migrations: ['9001-notes'] }])
  })
})

describe('the migration files', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zhika-migrations-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('are read in the order of their numbers', async () => {
    await writeFile(join(folder, '0002-b.sql'), 'b')
    await writeFile(join(folder, '0001-a.sql'), 'a')
    expect((await readMigrationFiles(folder)).map(({ name }) => name)).toEqual(['0001-a', '0002-b'])
  })

  test('count as unchanged when only their line ends were changed', async () => {
    await writeFile(join(folder, '0001-a.sql'), 'a\nb\n')
    const [unix] = await readMigrationFiles(folder)
    await writeFile(join(folder, '0001-a.sql'), 'a\r\nb\r\n')
    const [windows] = await readMigrationFiles(folder)
    expect(windows!.sha256).toBe(unix!.sha256)
  })

  test('are refused when two share a number', async () => {
    await writeFile(join(folder, '0001-a.sql'), '')
    await writeFile(join(folder, '0001-b.sql'), '')
    await expect(readMigrationFiles(folder)).rejects.toThrow('迁移编号重复：0001-b.sql')
  })

  test('are refused with any other name', async () => {
    await writeFile(join(folder, 'fix.sql'), '')
    await expect(readMigrationFiles(folder)).rejects.toThrow('fix.sql')
  })
})

const serverUrl = process.env['TEST_DATABASE_URL']

describe.runIf(serverUrl)('a migration of a table that a backup reads', () => {
  test('keeps no other statement waiting for the table, and comes when the backup is through', async () => {
    const { pool, close } = await openTestPool()
    const shipped = await readMigrationFiles()
    await migrate(pool, silentLog, [...shipped, notes])
    const backup = await pool.connect()
    await backup.query('begin; lock table notes in access share mode')

    const warned: string[] = []
    const log = {
      ...silentLog,
      warn: (_: object, said: string) => void warned.push(said),
    } as typeof silentLog
    const migrated = migrate(pool, log, [...shipped, notes, titles])
    const isWaiting = async () =>
      (await pool.query("select 1 from pg_locks where not granted and relation = 'notes'::regclass")).rows
        .length
    await expect.poll(isWaiting).toBe(1)
    // Stands behind the migration, and is served while the backup still reads.
    expect((await pool.query('select id from notes order by id')).rows).toEqual([{ id: 1 }, { id: 2 }])
    await expect.poll(() => warned.length).toBe(1)

    await backup.query('commit')
    backup.release()
    await migrated
    expect((await pool.query('select title from notes')).rows).toEqual([{ title: '无题' }, { title: '无题' }])
    await close()
  })
})

describe.runIf(serverUrl)('two processes that start at once on PostgreSQL', () => {
  test('both open the database, migrated once', { timeout: 60_000 }, async () => {
    const { url, drop } = await createPostgresDatabase(serverUrl!)
    const processes = Array.from({ length: 3 }, () => startDatabaseProcess({ DATABASE_URL: url }))
    await Promise.all(processes.map(({ waitForLines }) => waitForLines(1)))
    const pool = createPostgresPool(url)
    expect(await namesOf(pool)).toEqual((await readMigrationFiles()).map(({ name }) => name))
    await pool.end()
    await Promise.all(processes.map(({ end }) => end('close')))
    await drop()
  })

  test('take turns also on a new database, again and again', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { url, drop } = await createPostgresDatabase(serverUrl!)
      const pools = Array.from({ length: 4 }, () => createPostgresPool(url))
      await Promise.all(pools.map((pool) => migrate(pool, silentLog)))
      await Promise.all(pools.map((pool) => pool.end()))
      await drop()
    }
  })
})
