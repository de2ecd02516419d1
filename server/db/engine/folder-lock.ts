import type { Socket } from 'node:net'
import { lockByPidFile } from './pid-file-lock.ts'
import { lockBySocket } from './socket-lock.ts'

/** One process per data folder: two would corrupt it without a word. */
export type FolderLock = { release: () => Promise<void> }

type LockOptions = {
  platform?: NodeJS.Platform
  /** Called with each connection of another process of this machine; not on Windows. */
  onConnection?: (socket: Socket) => void
}

/** What file systems say that hold no sockets. */
const noSockets = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EINVAL'])

/** @throws FolderInUse with a message for the operator */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  if ((options.platform ?? process.platform) === 'win32') return { release: await lockByPidFile(folder) }
  const onConnection = options.onConnection ?? ((socket: Socket) => void socket.end())
  const release = await lockBySocket(folder, onConnection).catch((error: NodeJS.ErrnoException) => {
    if (!noSockets.has(error.code ?? '')) throw error
    return lockByPidFile(folder)
  })
  return { release }
}
