import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { testTemplate } from '#tests/support/test-backend.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { backUpClosedDatabase } from './backup.ts'
import { clusterFolder } from '../engine/cluster.ts'
import { openEmbedded } from '../engine/embedded.ts'
import { deleteDatabase } from '../engine/empty-database.ts'
import { finishRestore, incomingFolder } from '../engine/interrupted-restore.ts'
import { folderFailure, openingFailure } from '../engine/opening-failure.ts'
import { restoreBackup } from './restore.ts'

// Several engines and processes start in each test.
vi.setConfig({ testTimeout: 90_000 })

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const command = fileOf('./db.command.ts')
const killer = fileOf('../../../tests/support/kill-before.mjs')
const now = new Date('2026-11-20T08:00:00.000Z')
const later = new Date('2026-11-20T09:00:00.000Z')

let dataDir: TestDataDir
let backup: string
let warnings: string[]

const log = {
  ...silentLog,
  warn: (_: object, message: string) => void warnings.push(message),
} as typeof silentLog

/** Which database it is: written into its folder, so that no engine has to be asked. */
const mark = (name: string) => writeFile(join(clusterFolder(dataDir.path), 'mark'), name)
const current = () => readFile(join(clusterFolder(dataDir.path), 'mark'), 'utf8')

/** @returns why it does not start, if so */
const start = async (): Promise<string> => {
  try {
    await (await openEmbedded({ dataDir: dataDir.path, log, template: await testTemplate() })).close()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** For the superuser, whom no mode stops, the file becomes a mount that is read only. */
const makeReadOnly = async (file: string) => {
  if (process.getuid?.() !== 0) {
    await chmod(file, 0o400)
    return () => chmod(file, 0o600)
  }
  execFileSync('mount', ['--bind', file, file])
  execFileSync('mount', ['-o', 'remount,bind,ro', file])
  return async () => void execFileSync('umount', [file])
}

const foldersLeft = async () =>
  (await readdir(dataDir.path)).filter((name) => name !== 'lock' && name !== 'backups').toSorted()

beforeEach(async () => {
  warnings = []
  dataDir = await createTestDataDir()
  await mark('before')
  backup = await backUpClosedDatabase(dataDir.path, now)
  await mark('after')
})
afterEach(() => dataDir.remove())

/** The command, killed before a step of its own. */
const restoreKilledBefore = async (step: string) => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', killer, command, 'restore', backup], {
    env: { ...process.env, DATA_DIR: dataDir.path, DATABASE_URL: '', KILL_BEFORE: step },
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(signal).toBe('SIGKILL')
}

describe('a restore that was killed', () => {
  test.each([
    ['while it copied', 'copyFile 100', 'after', []],
    ['before its copy had its name', 'rename 1', 'after', []],
    ['before the old database went', 'rename 2', 'after', ['was undone']],
    ['before the new database came', 'rename 3', 'before', ['was completed']],
  ])('%s is undone or completed by the next start', async (_, step, expected, warned) => {
    await restoreKilledBefore(step)
    if (expected === 'before') expect(await start()).toBe('')
    else await finishRestore(dataDir.path, { now: later, log })
    expect(await current()).toBe(expected)
    expect(warnings).toEqual(warned.map((word) => expect.stringContaining(word) as string))
    expect(await foldersLeft()).toEqual(['database'])
    expect((await readdir(join(dataDir.path, 'backups'))).length).toBe(expected === 'before' ? 2 : 1)
  })

  test('gives way to the next restore, also over half a database', async () => {
    await cp(backup, incomingFolder(dataDir.path), { recursive: true })
    await rm(join(clusterFolder(dataDir.path), 'PG_VERSION'))
    expect(await restoreBackup(backup, dataDir.path, later)).toContain('replaced-')
    expect(await current()).toBe('before')
  })
})

describe('half a backup', () => {
  test('is refused by its name', async () => {
    await rename(backup, `${backup}.partial`)
    await expect(restoreBackup(`${backup}.partial`, dataDir.path, later)).rejects.toThrow('没有做完的备份')
  })

  test('is refused by what it holds, and changes nothing', async () => {
    const [database] = await readdir(join(backup, 'base'))
    const files = (await readdir(join(backup, 'base', database!))).filter((name) => /^\d{5}$/.test(name))
    await Promise.all(files.map((name) => rm(join(backup, 'base', database!, name))))
    await expect(restoreBackup(backup, dataDir.path, later)).rejects.toThrow('不完整或已损坏，什么也没有改动')
    expect(await current()).toBe('after')
    expect(await foldersLeft()).toEqual(['database'])
  })
})

describe('a data folder whose database went missing', () => {
  test('gets no empty one while there is a backup, unless a reset says so', async () => {
    await rm(clusterFolder(dataDir.path), { recursive: true })
    expect(await start()).toContain(`npm run db:restore -- ${backup}`)
    await deleteDatabase(dataDir.path)
    expect(await start()).toBe('')
    await rm(clusterFolder(dataDir.path), { recursive: true })
    expect(await start()).toContain('没有建立新的空数据库')
  })

  test('of which half is left says so', async () => {
    await rm(join(clusterFolder(dataDir.path), 'PG_VERSION'))
    expect(await start()).toContain(`数据库 ${clusterFolder(dataDir.path)} 不完整`)
  })
})

describe('a database that does not open', () => {
  test('names the backup to restore', async () => {
    await truncate(join(clusterFolder(dataDir.path), 'global/pg_control'), 10)
    const said = await start()
    expect(said).toContain('文件可能已损坏')
    expect(said).toContain(`npm run db:restore -- ${backup}`)
  })

  test('names the file that may not be written', async () => {
    const file = join(clusterFolder(dataDir.path), 'PG_VERSION')
    const giveBack = await makeReadOnly(file)
    const failure = await openingFailure(dataDir.path, new Error('Aborted()'))
    await giveBack()
    expect(failure.message).toMatch(`不能读写 ${file}（E`)
    expect(folderFailure('/data', Object.assign(new Error(), { code: 'EROFS' }))).toMatchObject({
      message: expect.stringContaining('不能读写 /data（EROFS）') as string,
    })
  })
})
