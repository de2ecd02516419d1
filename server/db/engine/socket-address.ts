import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Unix sockets at any path: the kernel takes at most 107 bytes (103 on macOS), and Node would cut a longer one. */

const maxPathBytes = 103

const withShortPath = async <T>(path: string, work: (short: string) => Promise<T>): Promise<T> => {
  if (Buffer.byteLength(path) <= maxPathBytes) return work(path)
  const aside = await mkdtemp(join(tmpdir(), 'zhika-'))
  try {
    await symlink(dirname(path), join(aside, 'd'))
    return await work(join(aside, 'd', basename(path)))
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

export function listenAt(server: Server, path: string): Promise<void> {
  return withShortPath(
    path,
    (short) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ path: short, exclusive: true }, resolve)
      }),
  )
}

/** @throws what the kernel says: ECONNREFUSED when no process listens there any more */
export function connectTo(path: string): Promise<Socket> {
  return withShortPath(
    path,
    (short) =>
      new Promise((resolve, reject) => {
        const socket = connect({ path: short }, () => resolve(socket)).once('error', reject)
      }),
  )
}

export function createSocketServer(onConnection: (socket: Socket) => void): Server {
  return createServer((socket) => {
    socket.on('error', () => socket.destroy())
    onConnection(socket)
  })
}
