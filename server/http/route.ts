import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { apiBasePath, successCode } from '#contract/constants.ts'
import { endpoints, type EndpointKey, type Endpoints, type Input, type Reply } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { compress, compressReplies, encodingFor, type Encoding } from './compression.ts'
import { completeBody } from './json-body.ts'
import { makeOnce } from '#server/lib/remember.ts'
import { shapeOf } from './reply-shape.ts'
import type { Caller, SessionGuard } from './session.ts'

/** Binds the contract to Fastify: the guard, validation, the reply wrapper, ETags, serialisation. */

type Access<K extends EndpointKey> = Endpoints[K]['access']
type StudentOf<K extends EndpointKey> = Access<K> extends 'public' ? null : string
type SessionOf<K extends EndpointKey> = Access<K> extends 'session' ? string : string | null

type Context<K extends EndpointKey> = {
  /** Whose session or upload ticket it is; null on public calls. */
  studentId: StudentOf<K>
  /** The session that asks; null on public calls, and for an upload ticket. */
  sessionId: SessionOf<K>
  request: FastifyRequest
  /**
   * Names the version of the data in a shared reply; the ETag adds that of its shape.
   * @returns whether the client has it: then the handler answers `notModified` before the costly part
   */
  hasVersion: (version: string) => boolean
}

/** What a handler of a shared reply answers to a client that has it: 304. */
export const notModified = Symbol('not modified')

type Handler<K extends EndpointKey> = (
  input: Input<K>,
  context: Context<K>,
) => Promise<Reply<K> | typeof notModified>

/** One handler for each key of the contract: a missing one is a type error. */
export type Handlers = { [K in EndpointKey]: Handler<K> }

const envelopeOf = (endpoint: Endpoint) =>
  Type.Object({
    code: Type.Integer(),
    message: Type.String(),
    show_type: Type.Integer(),
    data: endpoint.reply,
  })

const contextOf = (request: FastifyRequest, reply: FastifyReply, shape: string | undefined) => ({
  studentId: request.caller?.studentId ?? null,
  sessionId: request.caller?.sessionId ?? null,
  request,
  hasVersion: (version: string) => {
    const tag = `"${version}-${shape}"`
    // Weak, since all encodings of a reply share it.
    reply.header('etag', `W/${tag}`)
    return request.headers['if-none-match']?.includes(tag) === true
  },
})

/** Only parts that the contract declares: they alone were checked. */
const inputOf = (endpoint: Endpoint, request: FastifyRequest): object => ({
  ...(endpoint.body && (request.body as object)),
  ...(endpoint.query && (request.query as object)),
  ...(endpoint.params && (request.params as object)),
})

const envelope = (data: unknown) => ({ code: successCode, message: 'ok', show_type: 0, data })

/**
 * The bytes of shared replies, for as long as a handler keeps the data: what it answers to everybody is
 * serialised and compressed once.
 */
const sharedBodies = new WeakMap<object, Partial<Record<Encoding, Promise<Buffer>>>>()

const sharedBody = (reply: FastifyReply, data: object, encoding: Encoding): Promise<Buffer> => {
  const bodies = sharedBodies.get(data) ?? {}
  sharedBodies.set(data, bodies)
  const plain = (bodies.identity ??= Promise.resolve(
    Buffer.from(reply.code(200).serialize(envelope(data)) as string),
  ))
  if (encoding === 'identity') return plain
  return makeOnce(bodies, encoding, async () => compress(await plain, encoding))
}

const sendShared = async (
  request: FastifyRequest,
  reply: FastifyReply,
  data: object,
): Promise<FastifyReply> => {
  const encoding = encodingFor(request.headers['accept-encoding'])
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await sharedBody(reply, data, encoding))
}

/** Registers every handler below the API's base path. */
export function bindRoutes(app: FastifyInstance, handlers: Handlers, guard: SessionGuard): void {
  compressReplies(app)
  app.decorateRequest('caller', null)
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const endpoint: Endpoint = endpoints[key]
    const [method, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const shape = endpoint.cache === 'shared' ? shapeOf(endpoint.reply) : undefined
    const admission = { ...endpoint, needsConsent: method !== 'GET' && !endpoint.beforeConsent }
    const handler = handlers[key] as (input: object, context: object) => Promise<unknown>
    app.route({
      method,
      url: apiBasePath + path,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.access !== 'public' && { security: [{ token: [] }] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: envelopeOf(endpoint) },
      },
      // Before the body is read: a stranger costs neither parsing nor validation.
      ...(endpoint.access !== 'public' && {
        preParsing: async (request: FastifyRequest) => {
          request.caller = await guard.callerOf(request, admission)
        },
      }),
      ...(endpoint.body && { preValidation: completeBody }),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('cache-control', endpoint.cache === 'shared' ? 'public, no-cache' : 'private, no-store')
        const data = await handler(inputOf(endpoint, request), contextOf(request, reply, shape))
        if (data === notModified) return reply.code(304).header('vary', 'accept-encoding').send()
        return endpoint.cache === 'shared' ? sendShared(request, reply, data as object) : envelope(data)
      },
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler runs; null on public calls. */
    caller: Caller | null
  }
}
