import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

/** `/healthz`: this process is up. `/readyz`: send it requests; not while it stops, or cannot keep up with them. */
export function healthRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'database'> & { isStopping: () => boolean; isOverloaded: () => boolean },
): void {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { ok: true }
  })

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const answers = await deps.database.ping().then(
      () => true,
      (error: unknown) => {
        request.log.error({ requestId: request.id, err: error }, 'the database does not answer')
        return false
      },
    )
    const ok = answers && !deps.isStopping() && !deps.isOverloaded()
    return reply.code(ok ? 200 : 503).send({ ok })
  })
}
