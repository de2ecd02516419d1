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
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close')
    done()
  })
  return () => stopping
}
