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
import { faultText, type Fault, type PortalStatus, type Traffic } from './steps.ts'

/**
 * Stands between browser and server. Requests meet the faults that are queued for their kind, one each, in order;
 * all else passes. It stands on one port while the server behind it dies and comes back.
 */
export type FaultProxy = {
  readonly url: string
  /** Requests of this kind to come meet these, after those already queued. */
  inject: (faults: readonly Fault[], on?: Traffic) => void
  /** From now on somebody else answers every call of the API, or everything. */
  openPortal: (on: 'api' | 'everything', status: PortalStatus) => void
  closePortal: () => void
  /** Nothing is answered any more, connections break: the network is gone. */
  goOffline: () => void
  goOnline: () => void
  /** Forgets queued faults, breaks the connections that a time-out holds, and lets everything pass. */
  heal: () => void
  /** What uploads met so far, in order (`pass`: nothing), and every other request that met a fault. */
  met: () => readonly string[]
  close: () => Promise<void>
}

const isApi = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/api/')

/** Undefined: nothing that faults are queued for, e.g. a file that the page itself asks for. */
const trafficOf = (request: IncomingMessage): Traffic | undefined => {
  if (isApi(request)) {
    const isUpload = request.method === 'POST' && (request.url ?? '').includes('/user-study/record/')
    return isUpload ? 'uploads' : 'calls'
  }
  // Scripts, styles and documents that a page asks for say what they are for.
  const isOfWorker = ['empty', 'serviceworker'].includes(String(request.headers['sec-fetch-dest']))
  return isOfWorker ? 'installation' : undefined
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

type StatusFault = Extract<Fault, { kind: 'status' }>

const reasonOf: Record<StatusFault['status'], ErrorName> = {
  401: 'upload_ticket_invalid',
  422: 'invalid_input',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
}

const answerWith = (response: ServerResponse, { status, retryAfter }: StatusFault): void => {
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
  }
  response.writeHead(status, headers).end(JSON.stringify(failureBody(reasonOf[status])))
}

/** @param isKept the browser may keep the page, under the address of what was asked for */
const answerAsPortal = (response: ServerResponse, status: PortalStatus, isKept: boolean): void => {
  const headers = { 'content-type': 'text/html', 'cache-control': isKept ? 'max-age=600' : 'no-store' }
  response.writeHead(status, headers).end('<!doctype html><title>校园网</title><h1>请登录校园网</h1>')
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
export async function faultProxy(serverPort: number): Promise<FaultProxy> {
  const queues: Record<Traffic, Fault[]> = { uploads: [], calls: [], installation: [] }
  const met: string[] = []
  const held = new Set<ServerResponse>()
  let online = true
  let portal: { on: 'api' | 'everything'; status: PortalStatus } | undefined

  const breakOff = (response: ServerResponse): void => {
    response.socket?.destroy()
  }

  const pass = async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const answer = await ask(serverPort, request, body)
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers
    response.writeHead(answer.status, headers).end(answer.body)
  }

  const passHalf = async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ): Promise<void> => {
    const answer = await ask(serverPort, request, body)
    const { connection: _, 'transfer-encoding': __, ...headers } = answer.headers
    const half = answer.body.subarray(0, answer.body.length >> 1)
    response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length })
    response.write(half, () => breakOff(response))
  }

  const faultOf = (request: IncomingMessage): Fault | undefined => {
    const traffic = trafficOf(request)
    const fault: Fault | undefined =
      portal && (portal.on === 'everything' || isApi(request))
        ? { kind: 'portal', status: portal.status }
        : traffic && queues[traffic].shift()
    if (traffic === 'uploads') met.push(fault ? faultText(fault) : 'pass')
    else if (fault) met.push(`${faultText(fault)} for ${request.method} ${request.url}`)
    return fault
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!online) return breakOff(response)
    const fault = faultOf(request)
    if (fault?.kind === 'cut') return breakOff(response)
    const body = await bodyOf(request)
    switch (fault?.kind) {
      case undefined:
        return pass(request, response, body)
      case 'status':
        return answerWith(response, fault)
      case 'portal':
        return answerAsPortal(response, fault.status, !isApi(request))
      case 'half-answer':
        return passHalf(request, response, body)
      case 'answer-lost':
        await ask(serverPort, request, body)
        return breakOff(response)
      case 'timeout':
        held.add(response)
        response.on('close', () => held.delete(response))
    }
  }

  const server = createServer((request, response) => {
    // The server is dead, or the browser went away: either way the connection ends without an answer.
    handle(request, response).catch(() => breakOff(response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    inject: (faults, on = 'uploads') => {
      queues[on].push(...faults)
    },
    openPortal: (on, status) => {
      portal = { on, status }
    },
    closePortal: () => {
      portal = undefined
    },
    goOffline: () => {
      online = false
      server.closeAllConnections()
    },
    goOnline: () => {
      online = true
    },
    heal: () => {
      for (const queue of Object.values(queues)) queue.length = 0
      portal = undefined
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
