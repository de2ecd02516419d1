import { access, constants, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolder } from './cluster.ts'
import { newestBackup } from './empty-database.ts'

/** The message for the operator when the embedded database does not open: the engine itself only says `Aborted()`. */

const unusable = new Set(['EACCES', 'EPERM', 'EROFS'])

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code ?? ''

/** Damage that the engine noticed: data_corrupted, index_corrupted, and a file that is not there. */
const damage = new Set(['XX001', 'XX002', '58P01'])

/** @returns the first file or folder below that this process may not read and write, and why */
const firstUnusable = async (path: string): Promise<{ path: string; code: string } | undefined> => {
  try {
    await access(path, constants.R_OK | constants.W_OK)
    const inside = await readdir(path, { withFileTypes: true }).catch(() => [])
    for (const entry of inside) {
      const found = await firstUnusable(join(path, entry.name))
      if (found) return found
    }
  } catch (error) {
    return { path, code: codeOf(error) }
  }
  return undefined
}

const isFull = async (folder: string): Promise<boolean> => {
  const { bavail } = await statfs(folder)
  return bavail === 0
}

const notUsable = (path: string, code: string, cause: unknown) =>
  new Error(
    `不能读写 ${path}（${code}）。请检查文件夹的所有者和权限，以及磁盘是不是只读的；运行知卡的用户要能写它。`,
    { cause },
  )

const full = (dataDir: string, cause: unknown) =>
  new Error(`${dataDir} 所在的磁盘满了，请腾出空间再启动。数据没有丢。`, { cause })

/** For what fails before the engine starts: the folder itself. */
export function folderFailure(dataDir: string, error: unknown): unknown {
  if (unusable.has(codeOf(error))) return notUsable(dataDir, codeOf(error), error)
  return codeOf(error) === 'ENOSPC' ? full(dataDir, error) : error
}

export function isDamage(error: unknown): boolean {
  return damage.has(codeOf(error))
}

/** For an engine that does not start on the files, or finds them damaged. */
export async function openingFailure(dataDir: string, error: unknown): Promise<Error> {
  const folder = clusterFolder(dataDir)
  const found = await firstUnusable(folder)
  if (found) return notUsable(found.path, found.code, error)
  if (await isFull(folder)) return full(dataDir, error)
  const backup = await newestBackup(dataDir)
  return new Error(
    `数据库 ${folder} 打不开，文件可能已损坏，没有改动它。` +
      `请用最近的备份恢复：npm run db:restore -- ${backup ?? '<备份>'}` +
      '（现在的文件会留在 backups/ 里；Docker 镜像里是 node dist/server/db.command.js restore）。',
    { cause: error },
  )
}
