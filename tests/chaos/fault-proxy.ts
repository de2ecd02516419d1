import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorName } from '#contract/errors.ts'
import { failureBody } from '#tests/support/failure-body.ts'
import type { Fault } from './schedule.ts'

/**
 * Stands between browser and server. Uploads meet the faults that are queued, one each, in order; all
 * else passes. It stands on one port while the server behind it dies and comes back.
 */
export type FaultProxy = {
  readonly url: string
  /** Uploads to come meet these, after those already queued. */
  inject: (faults: readonly Fault[]) => void
  /** Nothing is answered any more, connections break: the network is gone. */
  goOffline: () => void
  goOnline: () => void
  /** Forgets queued faults, breaks the connections that a time-out holds, and lets everything pass. */
  heal: () => void
  /** What uploads met so far, in order; `pass` for those left alone. */
  met: () => readonly string[]
  close: () => Promise<void>
}

const isUpload = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.url ?? '').includes('/user-study/record/')

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const reasonOf: Record<Extract<Fault, { kind: 'status' }>['status'], ErrorName> = {
  401: 'upload_ticket_invalid',
  422: 'invalid_input',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
}

const answerWith = (response: ServerResponse, status: Extract<Fault, { kind: 'status' }>['status']): void => {
  const headers: OutgoingHttpHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  response.writeHead(status, headers).end(JSON.stringify(failureBody(reasonOf[status])))
}

type Upstream = { status: number; headers: OutgoingHttpHeaders; body: Buffer }

const ask = (port: number, request: IncomingMessage, body: Buffer): Promise<Upstream> =>
  new Promise((resolve, reject) => {
    const headers = { ...request.headers, connection: 'close' }
    const upstream = forward({ host: '127.0.0.1', port, method: request.method, path: request.url, headers })
    upstream.on('error', reject)
    upstream.on('response', (answer) => {
      bodyOf(answer).then(
        (content) => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: content }),
        reject,
      )
    })
    upstream.end(body)
  })

/** @param serverPort where the real server listens on the loopback */
export const faultProxy = async (serverPort: number): Promise<FaultProxy> => {
  const queue: Fault[] = []
  const met: string[] = []
  const held = new Set<ServerResponse>()
  let online = true

  const breakOff = (response: ServerResponse): void => {
    response.socket?.destroy()
  }

  const pass = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const answer = await ask(serverPort, request, body)
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers
    response.writeHead(answer.status, headers).end(answer.body)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!online) return breakOff(response)
    const fault = isUpload(request) ? queue.shift() : undefined
    if (isUpload(request)) met.push(fault?.kind === 'status' ? String(fault.status) : (fault?.kind ?? 'pass'))
    if (fault?.kind === 'cut') return breakOff(response)
    const body = await bodyOf(request)
    if (fault === undefined) return pass(request, response, body)
    if (fault.kind === 'status') return answerWith(response, fault.status)
    if (fault.kind === 'answer-lost') {
      await ask(serverPort, request, body)
      return breakOff(response)
    }
    held.add(response)
    response.on('close', () => held.delete(response))
  }

  const server = createServer((request, response) => {
    // The server is dead, or the browser went away: either way the connection ends without an answer.
    handle(request, response).catch(() => breakOff(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    inject: (faults) => {
      queue.push(...faults)
    },
    goOffline: () => {
      online = false
      server.closeAllConnections()
    },
    goOnline: () => {
      online = true
    },
    heal: () => {
      queue.length = 0
      online = true
      for (const response of held) breakOff(response)
    },
    met: () => met,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
