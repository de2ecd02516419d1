import { once } from 'node:events'
import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between browser and server: knows what was asked, and can keep the server's word on an upload to itself. */
export type LateReplyProxy = {
  readonly url: string
  /** Each request as it reached the server. */
  readonly asked: readonly { method: string; path: string; headers: IncomingHttpHeaders }[]
  /** From now on uploads reach the server, which stores them, and no reply comes back. */
  holdReplies: () => void
  /** Resolves when the server has answered an upload and the answer is held. */
  held: () => Promise<void>
  /** Breaks the connections of the answers that are held, and lets everything pass again. */
  passAgain: () => void
  close: () => Promise<void>
}

/** @param serverPort where the real server listens on the loopback */
export async function lateReplyProxy(serverPort: number): Promise<LateReplyProxy> {
  const asked: { method: string; path: string; headers: IncomingHttpHeaders }[] = []
  let holding = false
  let tellHeld = (): void => {}
  const firstHeld = new Promise<void>((resolve) => {
    tellHeld = resolve
  })

  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    asked.push({ method, path, headers })
    const upstream = forward({ host: '127.0.0.1', port: serverPort, method, path, headers }, (answer) => {
      if (holding && path.includes('/user-study/record/')) {
        answer.resume().on('end', tellHeld)
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    request.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    holdReplies: () => {
      holding = true
    },
    held: () => firstHeld,
    passAgain: () => {
      holding = false
      server.closeAllConnections()
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
