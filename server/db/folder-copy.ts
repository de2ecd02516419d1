import { constants } from 'node:fs'
import { cp, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const syncPath = async (path: string, flags: 'r' | 'r+') => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const syncFolder = async (path: string) => {
  // Windows cannot open a folder.
  if (process.platform !== 'win32') await syncPath(path, 'r')
}

const syncTree = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const pending = [...entries]
  const work = async () => {
    for (let entry = pending.pop(); entry; entry = pending.pop()) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory()) await syncFolder(path)
      else await syncPath(path, 'r+')
    }
  }
  // The disk merges syncs that arrive together.
  await Promise.all(Array.from({ length: 8 }, work))
  await syncFolder(folder)
}

/** Moves a folder, for good also through a power cut. */
export const moveFolder = async (from: string, to: string): Promise<void> => {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/**
 * Copies a folder so that `to` exists either whole and on disk, or not at all.
 * @throws when `to` exists and is not empty
 */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await cp(from, partial, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await syncTree(partial)
  await moveFolder(partial, to)
}
