import type { FastifyInstance } from 'fastify'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { failureBody } from '#tests/support/failure-body.ts'

/**
 * The way from a device to the real server in this process, with what may happen on it. `offline`: the
 * request never arrives. `reply-lost`: the server does its work, the device hears nothing. `crash`: the
 * device dies waiting, before or after the server's work. `portal`: somebody else answers with a page.
 * `half`: the connection breaks in the middle of the reply. `asks-…`: the server wants to be left alone, for seconds,
 * until a date, for years, or until the day before yesterday. `unauthorized`: a 401 without a word.
 */
export const faults = [
  'none',
  'offline',
  'reply-lost',
  'crash-before',
  'crash-after',
  'portal',
  'portal-401',
  'portal-403',
  'portal-404',
  'portal-413',
  'portal-503',
  'half',
  'asks-seconds',
  'asks-date',
  'asks-years',
  'asks-past',
  'unauthorized',
  'internal',
  'unavailable',
  'upload_ticket_invalid',
  'session_expired',
  'invalid_input',
  'too_many_requests',
] as const

export type Fault = (typeof faults)[number]
type Refusal = Extract<Fault, ErrorName>

const portal = (status: number) =>
  new Response('<html>Wi-Fi</html>', { status, headers: { 'content-type': 'text/html' } })
const never = () => new Promise<never>(() => {})

const refusal = (name: ErrorName, retryAfter?: string, date?: string): Response => {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    ...(date !== undefined && { date }),
  }
  return new Response(JSON.stringify(failureBody(name)), { status: errorCatalogue[name].status, headers })
}

const dayMs = 86_400_000

const asking = (fault: Fault & `asks-${string}`, now: Date): Response => {
  const at = (ms: number): string => new Date(now.getTime() + ms).toUTCString()
  switch (fault) {
    case 'asks-seconds':
      return refusal('too_many_requests', '90')
    case 'asks-date':
      return refusal('unavailable', at(120_000), at(0))
    case 'asks-years':
      return refusal('unavailable', '300000000')
    case 'asks-past':
      return refusal('too_many_requests', at(-2 * dayMs), at(0))
  }
}

const broken = (body: string, headers: Record<string, string>): Response => {
  const half = new TextEncoder().encode(body.slice(0, body.length / 2))
  const stream = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(half)
      controller.error(new TypeError('terminated'))
    },
  })
  return new Response(stream, { headers })
}

/** `status`: what the server answered, null until then. */
export type Arrival = { request: string; body: unknown; status: number | null }

export type Network = {
  fetch: typeof fetch
  /** Requests to come meet these, one each, in order. */
  meet: (faults: readonly Fault[]) => void
  /** Until `heal`, every request but uploads of study records meets this. */
  meetCalls: (fault: Fault) => void
  heal: () => void
  /** Method, path and body of what arrived at the server. */
  arrived: Arrival[]
  /** Resolves when the device has died waiting for a reply. */
  crashed: Promise<'crashed'>
}

type NetworkOptions = {
  now?: () => Date
  /** Told of each request that the server has answered, and whether the device hears of it whole. */
  onArrival?: (arrival: Arrival, isHeard: boolean) => void
}

const isUpload = (url: string): boolean => url.includes('/user-study/record/')

export function createNetwork(
  app: FastifyInstance,
  { now = () => new Date(), onArrival = () => {} }: NetworkOptions = {},
): Network {
  let ahead: Fault[] = []
  let ofCalls: Fault | null = null
  const arrived: Network['arrived'] = []
  let crash: (how: 'crashed') => void = () => {}
  const crashed = new Promise<'crashed'>((resolve) => {
    crash = resolve
  })

  const ask = async (
    url: string,
    request: RequestInit,
    isHeard: boolean,
  ): Promise<{ body: string; init: ResponseInit; headers: Record<string, string> }> => {
    const method = (request.method ?? 'GET') as 'GET' | 'POST' | 'PUT' | 'DELETE'
    const payload = typeof request.body === 'string' ? request.body : undefined
    const body = payload === undefined ? undefined : JSON.parse(payload)
    const arrival: Arrival = { request: `${method} ${url}`, body, status: null }
    arrived.push(arrival)
    const reply = await app.inject({
      method,
      url,
      headers: Object.fromEntries(new Headers(request.headers)),
      ...(payload !== undefined && { payload }),
    })
    arrival.status = reply.statusCode
    onArrival(arrival, isHeard)
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    )
    return { body: reply.body, init: { status: reply.statusCode, headers }, headers }
  }

  const nextFault = (url: string): Fault => {
    if (ofCalls !== null && !isUpload(url)) return ofCalls
    return ahead.shift() ?? 'none'
  }

  return {
    fetch: async (input, request = {}) => {
      if (request.signal?.aborted) throw new DOMException('aborted', 'AbortError')
      const url = String(input)
      const fault = nextFault(url)
      switch (fault) {
        case 'none': {
          const { body, init } = await ask(url, request, true)
          return new Response(body, init)
        }
        case 'offline':
          throw new TypeError('fetch failed')
        case 'reply-lost':
          await ask(url, request, false)
          throw new TypeError('fetch failed')
        case 'half': {
          const { body, headers } = await ask(url, request, false)
          return broken(body, headers)
        }
        case 'crash-after':
          await ask(url, request, false)
          crash('crashed')
          return never()
        case 'crash-before':
          crash('crashed')
          return never()
        case 'portal':
          return portal(200)
        case 'portal-401':
        case 'portal-403':
        case 'portal-404':
        case 'portal-413':
        case 'portal-503':
          return portal(Number(fault.slice(-3)))
        case 'asks-seconds':
        case 'asks-date':
        case 'asks-years':
        case 'asks-past':
          return asking(fault, now())
        case 'unauthorized':
          return new Response(null, { status: 401 })
        default:
          return refusal(fault satisfies Refusal, fault === 'unavailable' ? '5' : undefined)
      }
    },
    meet: (faults) => {
      ahead = [...faults]
    },
    meetCalls: (fault) => {
      ofCalls = fault
    },
    heal: () => {
      ahead = []
      ofCalls = null
    },
    arrived,
    crashed,
  }
}
