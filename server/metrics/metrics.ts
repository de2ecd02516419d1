import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#server/db/database.ts'

/**
 * What Prometheus reads. A label is one of a few known words: a route's pattern, never an address; no id,
 * no phone number, nothing that a stranger could send.
 */
export type Metrics = {
  registry: Registry
  /** Counts the requests of all routes that are registered after it. */
  watch: (app: FastifyInstance) => void
  /** How a call to a provider ended. */
  countProviderCall: (call: ProviderCall) => void
}

export type ProviderCall = {
  gateway: 'sms' | 'payment'
  /** The gateway's method, e.g. `sendCode`. */
  operation: string
  outcome: 'ok' | 'failed'
}

const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const requestLabels = (request: FastifyRequest, reply: FastifyReply) => ({
  // The router answers GET routes to HEAD as well; a method that it knows none of is a stranger's word.
  method: request.routeOptions.method === undefined ? 'other' : request.method,
  route: request.routeOptions.url ?? 'none',
  status: `${Math.floor(reply.statusCode / 100)}xx`,
})

type RequestLabels = ReturnType<typeof requestLabels>

/** The series of each combination of labels, found again without hashing the labels each time. There are a few hundred. */
const seriesOfHistogram = (histogram: Histogram) => {
  const known = new Map<string, ReturnType<Histogram['labels']>>()
  return (labels: RequestLabels): ReturnType<Histogram['labels']> => {
    const key = `${labels.method} ${labels.status} ${labels.route}`
    const series = known.get(key) ?? histogram.labels(labels)
    known.set(key, series)
    return series
  }
}

const watchRequests = (app: FastifyInstance, duration: Histogram, inFlight: Gauge): void => {
  const seriesOf = seriesOfHistogram(duration)
  app.addHook('onRequest', (_, reply, done) => {
    inFlight.inc()
    // Also comes when the student's connection breaks before the reply, when `onResponse` does not.
    reply.raw.once('close', () => inFlight.dec())
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    seriesOf(requestLabels(request, reply)).observe(reply.elapsedTime / 1000)
    done()
  })
}

const watchConnections = (database: Pick<Database, 'connections'>, registry: Registry): void => {
  const connections = new Gauge({
    name: 'zhika_database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      const { total, idle, waiting } = database.connections()
      connections.set({ state: 'busy' }, total - idle)
      connections.set({ state: 'idle' }, idle)
      connections.set({ state: 'waiting' }, waiting)
    },
  })
}

export function createMetrics(database: Pick<Database, 'connections'>): Metrics {
  const registry = new Registry()
  // Among them the event loop's lag (`nodejs_eventloop_lag_*`), memory and CPU.
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'zhika_http_request_seconds',
    help: 'From the first line of a request to the last byte of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'zhika_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers: [registry],
  })
  const providerCalls = new Counter({
    name: 'zhika_provider_calls_total',
    help: 'Calls to the SMS and payment providers, by how they ended',
    labelNames: ['gateway', 'operation', 'outcome'],
    registers: [registry],
  })
  watchConnections(database, registry)
  return {
    registry,
    watch: (app) => watchRequests(app, duration, inFlight),
    countProviderCall: (call) => providerCalls.inc(call),
  }
}
