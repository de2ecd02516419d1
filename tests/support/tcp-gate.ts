import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a client and a server that speaks TCP, on a port of its own. */
export type TcpGate = {
  readonly port: number
  /** Breaks what is connected, and accepts no connection. */
  shut: () => void
  /** As a host that lost its power: connections stay, and new ones are taken, but nothing answers. */
  hang: () => void
  open: () => void
  close: () => Promise<void>
}

type Pair = { inner: Socket; outer: Socket }

export async function startTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  let state: 'open' | 'shut' | 'hung' = 'open'
  const sockets = new Set<Socket>()
  const pairs = new Set<Pair>()

  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }

  const join = (outer: Socket): void => {
    const inner = keep(connect(target))
    const pair = { inner, outer }
    pairs.add(pair)
    inner.pipe(outer).pipe(inner)
    const part = (): void => {
      pairs.delete(pair)
      inner.destroy()
      outer.destroy()
    }
    inner.on('close', part)
    outer.on('close', part)
  }

  const server = createServer((socket) => {
    keep(socket)
    if (state === 'shut') socket.destroy()
    else if (state === 'open') join(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    shut: () => {
      state = 'shut'
      breakAll()
    },
    hang: () => {
      state = 'hung'
      for (const { inner, outer } of pairs) inner.unpipe(outer)
    },
    open: () => {
      // Who was kept waiting tries again.
      if (state === 'hung') breakAll()
      state = 'open'
    },
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
