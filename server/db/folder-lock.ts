import { createHash } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * One process per data folder: two would corrupt it without a word.
 *
 * Linux: an abstract unix socket named after the folder's inode. The kernel frees it with the process, kill -9
 * included, and no file is left to go stale. It is also how a command reaches the process that holds the folder.
 * Elsewhere: a file with the owner's pid, made exclusively; a live owner is never robbed.
 */
export type FolderLock = { release: () => Promise<void> }

type LockOptions = {
  platform?: NodeJS.Platform
  /** Called with each connection of another process of this machine; Linux only. */
  onConnection?: (socket: Socket) => void
}

/** Another process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'

  constructor(folder: string, detail = '') {
    super(
      `数据目录 ${folder} 正被另一个进程使用，拒绝打开。请先停止那个进程，或用 DATA_DIR 指定别的目录。${detail}`,
    )
  }
}

/** The same for every path that leads to the folder. */
export const folderSocketPath = async (folder: string): Promise<string> => {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `\0zhika-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path, exclusive: true }, resolve)
  })

const lockBySocket = async (folder: string, onConnection?: (socket: Socket) => void): Promise<FolderLock> => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (onConnection) onConnection(socket)
    else socket.end()
  })
  try {
    await listen(server, await folderSocketPath(folder))
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? new FolderInUse(folder) : error
  }
  server.unref()
  return { release: () => new Promise((resolve) => void server.close(() => resolve())) }
}

/** Whether a process of this machine has the pid; it may be another one than before. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const lockByFile = async (folder: string): Promise<FolderLock> => {
  const path = join(folder, 'owner.pid')
  const create = () => writeFile(path, String(process.pid), { flag: 'wx' })
  try {
    await create()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const pid = Number(await readFile(path, 'utf8'))
    // An empty file is one that its owner is just writing.
    if (!pid || isAlive(pid)) throw new FolderInUse(folder, `（进程号 ${pid || '未知'}，见 ${path}）`)
    await rm(path, { force: true })
    await create().catch(() => {
      throw new FolderInUse(folder)
    })
  }
  return { release: () => rm(path, { force: true }) }
}

/** @throws FolderInUse with a message for the operator */
export const lockFolder = (folder: string, options: LockOptions = {}): Promise<FolderLock> =>
  (options.platform ?? process.platform) === 'linux'
    ? lockBySocket(folder, options.onConnection)
    : lockByFile(folder)
