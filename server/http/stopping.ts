import type { FastifyInstance } from 'fastify'

/**
 * Lets a stop end in good time: replies sent during it also end their connection, which would otherwise
 * stay open, idle, until the browser lets go of it.
 * @returns whether the server has begun to stop
 */
export const endConnectionsWhenStopping = (app: FastifyInstance): (() => boolean) => {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
  return () => stopping
}
