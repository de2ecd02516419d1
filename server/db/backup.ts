import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { assertCluster, assertSameMajor, clusterExists, clusterFolder } from './cluster.ts'
import { copyFolder, moveFolder } from './folder-copy.ts'
import { lockFolder } from './folder-lock.ts'

/** A backup is a copy of the cluster's folder: it opens as after a power cut, by replaying its log. */

const stampOf = (now: Date) => now.toISOString().replaceAll(/[-:]/g, '').replace('.', '')

/** Where a backup, or what a restored one replaces, is kept. */
export const backupPath = (dataDir: string, kind: 'backup' | 'replaced', now: Date): string =>
  join(dataDir, 'backups', `${kind}-${stampOf(now)}`)

/**
 * Copies the database of a running server. Holds its one connection meanwhile: no batch runs, requests wait.
 * @returns the backup's folder
 */
export const backUpOpenDatabase = async (pool: Pool, dataDir: string, now: Date): Promise<string> => {
  const client = await pool.connect()
  try {
    await client.query('checkpoint')
    const target = backupPath(dataDir, 'backup', now)
    await copyFolder(clusterFolder(dataDir), target)
    return target
  } finally {
    client.release()
  }
}

/**
 * Copies a database that no process has open.
 * @returns the backup's folder
 * @throws when a process holds it, or there is none
 */
export const backUpClosedDatabase = async (dataDir: string, now: Date): Promise<string> => {
  await assertCluster(clusterFolder(dataDir))
  const lock = await lockFolder(dataDir)
  try {
    const target = backupPath(dataDir, 'backup', now)
    await copyFolder(clusterFolder(dataDir), target)
    return target
  } finally {
    await lock.release()
  }
}

const setAside = async (dataDir: string, now: Date): Promise<string | undefined> => {
  if (!(await clusterExists(clusterFolder(dataDir)))) return undefined
  const aside = backupPath(dataDir, 'replaced', now)
  // Beside the backups and never deleted by us: restoring the wrong one must not cost the data.
  await copyFolder(clusterFolder(dataDir), aside)
  await rm(clusterFolder(dataDir), { recursive: true })
  return aside
}

/**
 * Puts a backup in the place of the database, which is kept among the backups.
 * @returns where the replaced database is kept, if there was one
 * @throws when a process holds the data folder, or the backup is none or of another major version
 */
export const restoreBackup = async (
  backup: string,
  dataDir: string,
  now: Date,
): Promise<string | undefined> => {
  await assertCluster(backup)
  await assertSameMajor(backup)
  const lock = await lockFolder(dataDir)
  try {
    const incoming = `${clusterFolder(dataDir)}.restored`
    await rm(incoming, { recursive: true, force: true })
    await copyFolder(backup, incoming)
    const aside = await setAside(dataDir, now)
    await moveFolder(incoming, clusterFolder(dataDir))
    return aside
  } finally {
    await lock.release()
  }
}

/**
 * Deletes the embedded database; the next start makes a new one. Backups stay.
 * @throws when a process holds the data folder
 */
export const deleteDatabase = async (dataDir: string): Promise<void> => {
  const lock = await lockFolder(dataDir)
  try {
    await rm(clusterFolder(dataDir), { recursive: true, force: true })
  } finally {
    await lock.release()
  }
}
