import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, rm } from 'node:fs/promises'
import type { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { FolderInUse } from './folder-in-use.ts'
import { connectTo, createSocketServer, listenAt } from './socket-address.ts'

/**
 * A folder is held by who listens at the highest number in its subfolder `lock`. A socket with a path belongs to
 * the file, so processes of other containers on the same volume meet there too, whatever their network. The
 * kernel stops listening with the process, kill -9 included: what is left is a file that refuses connections.
 *
 * The highest number is never removed, so numbers only rise, and a number is made by `link`, which one process alone
 * can do. A process takes the next number when none answers at the highest, already listening, and keeps it
 * only if still nothing is higher: of any that start at once, one wins.
 */

const socketsOf = (folder: string) => join(folder, 'lock')
const numbered = /^[1-9]\d*$/

const highestIn = async (sockets: string): Promise<number> => {
  const names = await readdir(sockets)
  return Math.max(0, ...names.filter((name) => numbered.test(name)).map(Number))
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** A connection that cannot be judged, e.g. one that is not permitted, counts as answered. */
const answers = async (socket: string): Promise<boolean> => {
  try {
    ;(await connectTo(socket)).destroy()
    return true
  } catch (error) {
    return codeOf(error) !== 'ECONNREFUSED' && codeOf(error) !== 'ENOENT'
  }
}

/** @returns false when another process was faster: look again */
const takeNumber = async (sockets: string, number: number, own: string): Promise<boolean> => {
  try {
    await link(own, join(sockets, String(number)))
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  if ((await highestIn(sockets)) === number) return true
  await rm(join(sockets, String(number)))
  return false
}

const claim = async (folder: string, own: string): Promise<void> => {
  const sockets = socketsOf(folder)
  let highest = await highestIn(sockets)
  while (highest === 0 || !(await answers(join(sockets, String(highest))))) {
    const number = highest + 1
    if (await takeNumber(sockets, number, own)) {
      if (highest > 0) await rm(join(sockets, String(highest)), { force: true })
      return
    }
    highest = await highestIn(sockets)
  }
  throw new FolderInUse(folder)
}

const closing = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()))

/**
 * @param onConnection called with each connection of another process, most of which only try whether the holder answers
 * @throws FolderInUse
 */
export async function lockBySocket(
  folder: string,
  onConnection: (socket: Socket) => void,
): Promise<() => Promise<void>> {
  // Who may enter it may ask the holder for a backup.
  await mkdir(socketsOf(folder), { recursive: true, mode: 0o700 })
  const server = createSocketServer(onConnection)
  const own = join(socketsOf(folder), `${randomUUID()}.new`)
  await listenAt(server, own)
  try {
    await claim(folder, own)
  } catch (error) {
    await closing(server)
    throw error
  } finally {
    await rm(own, { force: true })
  }
  server.unref()
  return () => closing(server)
}

/**
 * A connection to the process that holds the folder.
 * @throws when there is none
 */
export async function connectToHolder(folder: string): Promise<Socket> {
  return connectTo(join(socketsOf(folder), String(await highestIn(socketsOf(folder)))))
}
