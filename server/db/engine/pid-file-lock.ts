import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { FolderInUse } from './folder-in-use.ts'

/** Where there are no sockets in folders (Windows, some network disks): a file that names its owner. */

/** Whether a process of this machine has the pid; it may be another one than before. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** An empty file is one that its owner is just writing, and of a process elsewhere nothing is known. */
const mayLive = (pid: number, host: string): boolean => !pid || host !== hostname() || isAlive(pid)

/** @throws FolderInUse */
export async function lockByPidFile(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'owner.pid')
  const create = () => writeFile(path, `${process.pid} ${hostname()}`, { flag: 'wx' })
  try {
    await create()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const [pid = 0, host = hostname()] = (await readFile(path, 'utf8')).split(' ')
    if (mayLive(Number(pid), host))
      throw new FolderInUse(folder, `（${host} 上的进程 ${pid || '未知'}；确定它已经不在，请删除 ${path}）`)
    await rm(path, { force: true })
    await create().catch(() => {
      throw new FolderInUse(folder)
    })
  }
  return () => rm(path, { force: true })
}
