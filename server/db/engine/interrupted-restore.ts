import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupName, backupPath, backupsFolder } from '../operator/backup.ts'
import { clusterExists, clusterFolder } from './cluster.ts'
import type { DatabaseLog } from '../database.ts'
import { moveFolder } from './folder-copy.ts'
import { ifPresent } from '#server/lib/missing-files.ts'

/** A restored database on its way in: whole as soon as it has this name, and tried before the old one goes. */
export function incomingFolder(dataDir: string): string {
  return `${clusterFolder(dataDir)}.restored`
}

const isAnotherDisk = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EXDEV'

/**
 * Moves what lies in the database's place to the backups, where it is never deleted by us: restoring the wrong one
 * must not cost the data. Beside them where the backups are on another disk.
 * @returns where it is now; undefined when there was nothing
 */
export async function setAside(dataDir: string, now: Date): Promise<string | undefined> {
  if (!(await ifPresent(stat(clusterFolder(dataDir))))) return undefined
  await mkdir(backupsFolder(dataDir), { recursive: true, mode: 0o700 })
  const kept = backupPath(dataDir, 'replaced', now)
  const beside = join(dataDir, backupName('replaced', now))
  try {
    await moveFolder(clusterFolder(dataDir), kept)
    return kept
  } catch (error) {
    if (!isAnotherDisk(error)) throw error
    await moveFolder(clusterFolder(dataDir), beside)
    return beside
  }
}

/**
 * Completes a restore that was killed after the old database had gone, and undoes one that was killed before. Call
 * it while holding the folder's lock.
 */
export async function finishRestore(
  dataDir: string,
  { now, log }: { now: Date; log: DatabaseLog },
): Promise<void> {
  const incoming = incomingFolder(dataDir)
  await rm(`${incoming}.partial`, { recursive: true, force: true })
  if (!(await clusterExists(incoming))) return
  if (await clusterExists(clusterFolder(dataDir))) {
    await rm(incoming, { recursive: true })
    log.warn({ dataDir }, 'an interrupted db:restore was undone: the database is as before')
    return
  }
  const kept = await setAside(dataDir, now)
  await moveFolder(incoming, clusterFolder(dataDir))
  log.warn(
    { dataDir, ...(kept && { kept }) },
    'an interrupted db:restore was completed: the database is the restored one',
  )
}
