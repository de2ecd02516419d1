import { join } from 'node:path'
import type { Pool } from 'pg'
import { assertCluster, clusterFolder } from '../engine/cluster.ts'
import { copyFolder } from '../engine/folder-copy.ts'
import { lockFolder } from '../engine/folder-lock.ts'

/** A backup is a copy of the cluster's folder: it opens as after a power cut, by replaying its log. */

const stampOf = (now: Date) => now.toISOString().replaceAll(/[-:]/g, '').replace('.', '')

/** Where backups, and what restored ones replace, are kept. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

export function backupName(kind: 'backup' | 'replaced', now: Date): string {
  return `${kind}-${stampOf(now)}`
}

export function backupPath(dataDir: string, kind: 'backup' | 'replaced', now: Date): string {
  return join(backupsFolder(dataDir), backupName(kind, now))
}

/**
 * Copies the database of a running server. Holds its one connection until it is done: no batch runs, requests wait.
 * @returns the backup's folder
 */
export async function backUpOpenDatabase(pool: Pool, dataDir: string, now: Date): Promise<string> {
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
export async function backUpClosedDatabase(dataDir: string, now: Date): Promise<string> {
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
