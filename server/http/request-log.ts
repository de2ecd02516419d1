import { LogController, type FastifyInstance } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { readableOutput } from './readable-log.ts'

/**
 * One line for each request: method, route, status, milliseconds. The route's pattern is logged, never
 * the address itself, whose ids and query could say who did what; headers and bodies are not logged.
 */

/** Fastify's own lines carry the full address. */
export const quietLogController = new LogController({
  disableRequestLogging: true,
  requestIdLogLabel: 'requestId',
})

const secretPaths = ['token', 'phone', 'authorization', 'ticket', 'password'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/**
 * A driver's error names the row it failed on, e.g. `Key (phone)=(…) already exists`; that of an idle connection
 * brings the connection itself, with its address, user, the key that cancels its queries, and its SQL.
 */
const withoutRowData = (error: Error): object => {
  const {
    detail: _detail,
    where: _where,
    parameters: _parameters,
    client: _client,
    ...rest
  } = pino.stdSerializers.err(error)
  return rest
}

/**
 * Lines go out together, at the latest after a fifth of a second and when the process ends: a system call for each
 * would cost a quarter of what a request does. What a `kill -9` takes with it is that fifth of a second of lines.
 */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })

export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFormat'>>,
  destination: DestinationStream = config.logFormat === 'text' ? readableOutput() : standardOutput(),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[hidden]' },
      serializers: { err: withoutRowData },
    },
    destination,
  )
}

/** Asked every few seconds by whatever watches the process. */
const watched = new Set(['/healthz', '/readyz'])

export function logRequests(app: FastifyInstance): void {
  // Nothing in these lines is secret: looking for secrets in each would cost as much as writing it.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    const level = reply.statusCode >= 500 ? 'error' : watched.has(line.route) ? 'debug' : 'info'
    log[level](line, 'request')
    done()
  })
}
