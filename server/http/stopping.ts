import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Long enough for a busy proxy to use each connection that it keeps once more. */
const drainMs = 500

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

/**
 * Lets a stop end in good time: replies sent during it also end their connection, which would otherwise
 * stay open, idle, until the browser lets go of it. For a moment the server still takes requests, so that a
 * proxy learns from these replies to go elsewhere, and no request meets a connection that has just been closed.
 * @returns whether the server has begun to stop
 */
export const endConnectionsWhenStopping = (app: FastifyInstance): (() => boolean) => {
  let stopping = false
  const silent = connectionsInAdvance(app.server)
  app.addHook('preClose', async () => {
    stopping = true
    if (app.server.listening && (await isConnected(app.server))) await delay(drainMs)
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  return () => stopping
}
