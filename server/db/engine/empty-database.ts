import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backupsFolder } from '../operator/backup.ts'
import { clusterExists, clusterFolder } from './cluster.ts'
import { moveFolder } from './folder-copy.ts'
import { lockFolder } from './folder-lock.ts'
import { ifPresent } from '#server/lib/missing-files.ts'

/** When a data folder may get a new, empty database: the first time, and after `db:reset`. Never beside data. */

const meantFile = (dataDir: string) => join(dataDir, 'database.reset')
const removedFolder = (dataDir: string) => `${clusterFolder(dataDir)}.removed`

/** Whole ones of the embedded database, the newest last. */
const backupsIn = async (folder: string): Promise<string[]> => {
  const names = (await ifPresent(readdir(folder))) ?? []
  const kept = names.filter((name) => /^(backup|replaced)-\w+$/.test(name))
  const paths = kept.toSorted((a, b) => (a.replace(/^\w+-/, '') < b.replace(/^\w+-/, '') ? -1 : 1))
  const whole = await Promise.all(paths.map((name) => clusterExists(join(folder, name))))
  return paths.filter((_, index) => whole[index]).map((name) => join(folder, name))
}

/** The newest backup that could take the place of a database; undefined when there is none. */
export async function newestBackup(dataDir: string): Promise<string | undefined> {
  return [...(await backupsIn(dataDir)), ...(await backupsIn(backupsFolder(dataDir)))].at(-1)
}

/** @throws when the folder is not new: its database went missing, and an empty one would hide that */
export async function assertMayBeEmpty(dataDir: string): Promise<void> {
  if (await ifPresent(stat(meantFile(dataDir)))) return
  const folder = clusterFolder(dataDir)
  const backup = await newestBackup(dataDir)
  const remains = ((await ifPresent(readdir(folder))) ?? []).length > 0
  if (!backup && !remains) return
  throw new Error(
    `${remains ? `数据库 ${folder} 不完整` : `${folder} 不见了，却有备份`}，没有建立新的空数据库。` +
      `请恢复：npm run db:restore -- ${backup ?? '<备份>'}；` +
      '确实要从空的开始：npm run db:reset -- --yes（备份不会删除）。',
  )
}

/** A database is there: what a reset left behind may go. */
export async function endReset(dataDir: string): Promise<void> {
  await rm(meantFile(dataDir), { force: true })
  await rm(removedFolder(dataDir), { recursive: true, force: true })
}

/**
 * Deletes the embedded database; the next start makes a new one. Backups stay.
 * @throws when a process holds the data folder
 */
export async function deleteDatabase(dataDir: string): Promise<void> {
  const lock = await lockFolder(dataDir)
  try {
    await rm(removedFolder(dataDir), { recursive: true, force: true })
    await writeFile(meantFile(dataDir), '')
    // By its name first: a reset that is killed leaves no half of a database.
    if (await ifPresent(stat(clusterFolder(dataDir))))
      await moveFolder(clusterFolder(dataDir), removedFolder(dataDir))
    await rm(removedFolder(dataDir), { recursive: true, force: true })
  } finally {
    await lock.release()
  }
}
