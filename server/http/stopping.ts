import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ExpectedError } from '#server/lib/errors.ts'

/**
 * A stop that cuts no request short, also behind a proxy that is sending at this very moment (deploy/nginx.conf):
 *
 * 1. Farewell: reading requests are answered 502 before any work, so that the proxy asks another process and soon
 *    leaves this one alone. Writing requests are served: a proxy may not send those twice.
 * 2. Once no request comes any more, no new connection is let in. A proxy that still tries is refused before it has sent
 *    anything, so it sends even a POST elsewhere.
 * 3. Each connection ends with the reply that is under way or with the next one, or when the proxy, which may be
 *    using it, lets go of it.
 *
 * Without a proxy only the last two: a browser asks again by itself.
 */

/** Shorter than nginx leaves a process alone, its `fail_timeout`. */
const farewellMs = 1500
/** No request for this long: the proxy has turned away. */
const quietMs = 150
/** For idle connections; longer than nginx keeps them, its `keepalive_timeout`. */
const patienceMs = { proxied: 3000, direct: 500 }
/** Set by a proxy that asks another process after a 502. */
const retriesHeader = 'x-proxy-retries'

const elsewhere = new ExpectedError('unavailable')

const isAskedElsewhere = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers[retriesHeader] === '1'

const isConnected = (server: Server): Promise<boolean> =>
  new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count > 0))
  })

/** Connections that browsers open ahead of need: Node waits for their first request for up to a minute. */
const connectionsInAdvance = (server: Server): Set<Socket> => {
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  return silent
}

/** Waits until no request has begun for a while, but not endlessly. */
const untilQuiet = async (server: Server): Promise<void> => {
  const deadline = performance.now() + farewellMs
  let lastRequest = performance.now()
  const note = (): void => {
    lastRequest = performance.now()
  }
  server.on('request', note)
  while (performance.now() < Math.min(lastRequest + quietMs, deadline)) await delay(20)
  server.off('request', note)
}

/**
 * Node takes one waiting connection in a turn of its loop, and who still waits when it stops listening is cut
 * off: two turns without a new one say that none waits. A hundred turns later it is a flood, not a queue.
 */
const takeWaitingConnections = async (server: Server): Promise<void> => {
  let quietTurns = 0
  const note = (): void => {
    quietTurns = -1
  }
  server.on('connection', note)
  for (let turn = 0; turn < 100 && quietTurns < 2; turn += 1) {
    await nextTurn()
    quietTurns += 1
  }
  server.off('connection', note)
}

/** Takes no new connection, but leaves those that are there alone: `http.Server` would end the idle ones. */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })

const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  const timer = new AbortController()
  const waited = delay(milliseconds, undefined, timer).catch(() => undefined)
  await Promise.race([work, waited])
  timer.abort()
}

/**
 * @param options whether a proxy stands in front
 * @returns whether the server has begun to stop
 */
export function endConnectionsWhenStopping(
  app: FastifyInstance,
  options: { proxied: boolean },
): () => boolean {
  let stopping = false
  let listening = true
  const silent = connectionsInAdvance(app.server)
  app.addHook('preClose', async () => {
    stopping = true
    if (app.server.listening) {
      if (options.proxied && (await isConnected(app.server))) await untilQuiet(app.server)
      await takeWaitingConnections(app.server)
      const closed = stopListening(app.server)
      listening = false
      await within(patienceMs[options.proxied ? 'proxied' : 'direct'], closed)
    }
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!stopping || !isAskedElsewhere(request)) return done()
    reply.code(502).header('cache-control', 'no-store').send(elsewhere.body)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Before that, a proxy that loses a connection would only open another one.
    if (!listening) reply.header('connection', 'close')
    done()
  })
  return () => stopping
}
