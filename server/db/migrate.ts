import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { DatabaseLog } from './database.ts'
import { readMigrationFiles, type MigrationFile } from './migration-files.ts'

/**
 * Brings a database up to the migration files: forward only, all new ones in one transaction.
 * Processes that start together take turns at one row, since advisory locks are missing on some engines.
 */

/** lock_not_available: waited for longer than `lock_timeout` */
const lockTimeoutCode = '55P03'
/**
 * How long a statement of a migration waits for a table. What asks for the table after it waits behind it, and so
 * for as long: a backup may hold on to all tables for minutes.
 */
const lockTimeout = '2s'
const pauseMs = 3000
/** Two minutes longer than this, if the row that processes take turns at is held as well. */
const patienceMs = 5 * 60_000

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''

/** What two `create table if not exists` at the same moment may answer instead of taking turns. */
const creationRaceCodes = new Set(['23505', '42P07', '42710', '40001'])

const createLockTable = async (client: PoolClient): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('create table if not exists schema_lock (id integer primary key)')
      await client.query('insert into schema_lock (id) values (1) on conflict do nothing')
      return
    } catch (error) {
      if (attempt === 10 || !creationRaceCodes.has(codeOf(error))) throw error
    }
  }
}

const findPending = (files: MigrationFile[], applied: Map<string, string>): MigrationFile[] => {
  const lastApplied = [...applied.keys()].sort().at(-1) ?? ''
  return files.filter((file) => {
    const sha256 = applied.get(file.name)
    if (sha256 === file.sha256) return false
    if (sha256) {
      throw new Error(`迁移 ${file.name} 在执行之后被改动过，拒绝启动。请恢复原文件，把改动写进新的迁移。`)
    }
    if (file.name < lastApplied) {
      throw new Error(`迁移 ${file.name} 的编号早于已执行的 ${lastApplied}，拒绝启动。请给它新的编号。`)
    }
    return true
  })
}

const applyPending = async (client: PoolClient, files: MigrationFile[], log: DatabaseLog): Promise<void> => {
  await client.query("set local lock_timeout = '2min'")
  await client.query("set local statement_timeout = '10min'")
  await client.query('select id from schema_lock where id = 1 for update')
  await client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null)',
  )
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.sha256]))
  const known = new Set(files.map((file) => file.name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  // An older version may still be running beside the new one while it is being rolled out.
  if (unknown.length > 0) log.warn({ migrations: unknown }, 'the database was migrated by a newer version')
  await client.query(`set local lock_timeout = '${lockTimeout}'`)
  for (const file of findPending(files, applied)) {
    await client.query(file.sql)
    await client.query('insert into schema_migrations (name, sha256, applied_at) values ($1, $2, now())', [
      file.name,
      file.sha256,
    ])
    log.info({ migration: file.name }, 'migration applied')
  }
}

/** One try in a transaction of its own. @returns false when a table could not be had, and nothing was applied */
const tryToApply = async (client: PoolClient, files: MigrationFile[], log: DatabaseLog): Promise<boolean> => {
  await client.query('begin')
  try {
    await applyPending(client, files, log)
    await client.query('commit')
    return true
  } catch (error) {
    if (codeOf(error) !== lockTimeoutCode) throw error
    await client.query('rollback')
    return false
  }
}

/**
 * @throws when an applied file was changed, a new one is numbered too low, its SQL fails, or a table that it changes
 * is held for minutes: then nothing is applied
 */
export async function migrate(pool: Pool, log: DatabaseLog, files?: MigrationFile[]): Promise<void> {
  const migrations = files ?? (await readMigrationFiles())
  const client = await pool.connect()
  let failure: unknown
  try {
    await createLockTable(client)
    const givesUpAt = Date.now() + patienceMs
    while (!(await tryToApply(client, migrations, log))) {
      if (Date.now() > givesUpAt)
        throw new Error('迁移一直等不到要改的表：有备份或很长的事务占着它。请等它结束后再启动。')
      log.warn({ againInMs: pauseMs }, 'a table that a migration changes is held by others, a backup perhaps')
      await wait(pauseMs)
    }
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Destroyed after a failure: that rolls back whatever state it was in.
    client.release(failure !== undefined)
  }
}
