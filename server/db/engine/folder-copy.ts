import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The disk merges syncs that arrive together, and Node has four threads for them. */
const parallelCopies = 8

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

const copyTree = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const copyNext = async () => {
    for (let file = files.pop(); file; file = files.pop()) {
      await copyFile(join(from, file.name), join(to, file.name), constants.COPYFILE_FICLONE)
      await syncPath(join(to, file.name), 'r+')
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, copyNext))
  for (const entry of entries) {
    if (entry.isDirectory()) await copyTree(join(from, entry.name), join(to, entry.name))
  }
  await syncFolder(to)
}

/** Moves a folder, for good also through a power cut. */
export async function moveFolder(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/**
 * Copies a folder of files and folders so that `to` exists either whole and on disk, or not at all.
 * @throws when `to` exists and is not empty
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await copyTree(from, partial)
  await moveFolder(partial, to)
}
