import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { assertCluster, assertSameMajor, clusterFolder } from '../engine/cluster.ts'
import { copyFolder, moveFolder } from '../engine/folder-copy.ts'
import { lockFolder } from '../engine/folder-lock.ts'
import { incomingFolder, setAside } from '../engine/interrupted-restore.ts'
import { assertReadable } from '../engine/trial-opening.ts'

const assertFinished = (backup: string): void => {
  if (basename(backup).endsWith('.partial'))
    throw new Error(`${backup} 是没有做完的备份，不能用来恢复。请选一个名字不以 .partial 结尾的备份。`)
}

/** Copies a backup beside the database and tries it there: one that cannot be read costs nothing. */
const bringIn = async (backup: string, dataDir: string): Promise<void> => {
  const incoming = incomingFolder(dataDir)
  await rm(incoming, { recursive: true, force: true })
  await copyFolder(backup, incoming)
  try {
    await assertReadable(incoming)
  } catch (cause) {
    await rm(incoming, { recursive: true })
    throw new Error(`备份 ${backup} 不完整或已损坏，什么也没有改动。请换一个备份。`, { cause })
  }
}

/**
 * Puts a backup in the place of the database, which is kept among the backups. Each step is one rename, so that a
 * kill between any two leaves what `finishRestore` completes or undoes.
 * @returns where the replaced database is kept, if there was one
 * @throws when a process holds the data folder, or the backup is none, half of one or of another major version
 */
export async function restoreBackup(backup: string, dataDir: string, now: Date): Promise<string | undefined> {
  assertFinished(backup)
  await assertCluster(backup)
  await assertSameMajor(backup)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  try {
    await bringIn(backup, dataDir)
    const aside = await setAside(dataDir, now)
    await moveFolder(incomingFolder(dataDir), clusterFolder(dataDir))
    return aside
  } finally {
    await lock.release()
  }
}
