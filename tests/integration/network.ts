import type { FastifyInstance } from 'fastify'
import { errorCatalogue, type ErrorName } from '#contract/errors.ts'
import { failureBody } from '#tests/support/failure-body.ts'

/**
 * The way from a device to the real server in this process, with what may happen on it. `offline`: the
 * request never arrives. `reply-lost`: the server does its work, the device hears nothing. `crash`: the
 * device dies waiting, before or after the server's work. `portal`: somebody else answers with a page.
 * `half`: the connection breaks in the middle of the reply.
 */
export type Fault =
  | 'none'
  | 'offline'
  | 'reply-lost'
  | 'crash-before'
  | 'crash-after'
  | 'portal'
  | 'half'
  | Extract<
      ErrorName,
      'internal' | 'unavailable' | 'upload_ticket_invalid' | 'invalid_input' | 'too_many_requests'
    >

export const faults = [
  'none',
  'offline',
  'reply-lost',
  'crash-before',
  'crash-after',
  'portal',
  'half',
  'internal',
  'unavailable',
  'upload_ticket_invalid',
  'invalid_input',
  'too_many_requests',
] as const satisfies readonly Fault[]

const page = () => new Response('<html>Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
const never = () => new Promise<never>(() => {})

const refusal = (name: ErrorName): Response => {
  const headers = {
    'content-type': 'application/json',
    ...(name === 'unavailable' && { 'retry-after': '5' }),
  }
  return new Response(JSON.stringify(failureBody(name)), { status: errorCatalogue[name].status, headers })
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

export type Network = {
  fetch: typeof fetch
  /** Requests to come meet these, one each, in order. */
  meet: (faults: readonly Fault[]) => void
  heal: () => void
  /** Method, path and body of what arrived at the server. */
  arrived: { request: string; body: unknown }[]
  /** Resolves when the device has died waiting for a reply. */
  crashed: Promise<'crashed'>
}

export const createNetwork = (app: FastifyInstance): Network => {
  let ahead: Fault[] = []
  const arrived: Network['arrived'] = []
  let crash: (how: 'crashed') => void = () => {}
  const crashed = new Promise<'crashed'>((resolve) => {
    crash = resolve
  })

  const ask = async (
    url: string,
    request: RequestInit,
  ): Promise<{ body: string; init: ResponseInit; headers: Record<string, string> }> => {
    const method = (request.method ?? 'GET') as 'GET' | 'POST' | 'PUT' | 'DELETE'
    const payload = typeof request.body === 'string' ? request.body : undefined
    arrived.push({
      request: `${method} ${url}`,
      body: payload === undefined ? undefined : JSON.parse(payload),
    })
    const reply = await app.inject({
      method,
      url,
      headers: Object.fromEntries(new Headers(request.headers)),
      ...(payload !== undefined && { payload }),
    })
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
    )
    return { body: reply.body, init: { status: reply.statusCode, headers }, headers }
  }

  return {
    fetch: async (input, request = {}) => {
      if (request.signal?.aborted) throw new DOMException('aborted', 'AbortError')
      const url = String(input)
      const fault = ahead.shift()
      switch (fault) {
        case 'none':
        case undefined: {
          const { body, init } = await ask(url, request)
          return new Response(body, init)
        }
        case 'offline':
          throw new TypeError('fetch failed')
        case 'reply-lost':
          await ask(url, request)
          throw new TypeError('fetch failed')
        case 'half': {
          const { body, headers } = await ask(url, request)
          return broken(body, headers)
        }
        case 'crash-after':
          await ask(url, request)
          crash('crashed')
          return never()
        case 'crash-before':
          crash('crashed')
          return never()
        case 'portal':
          return page()
        default:
          return refusal(fault)
      }
    },
    meet: (faults) => {
      ahead = [...faults]
    },
    heal: () => {
      ahead = []
    },
    arrived,
    crashed,
  }
}
