import { DatabaseError, type PoolClient } from 'pg'

/**
 * A connection that cannot be had or broke, under one SQLSTATE: of most of these the driver tells without any
 * (`Connection terminated unexpectedly`, a timeout of the pool, the death of the embedded engine).
 */

/** connection_failure */
const connectionFailure = '08006'

/** What PostgreSQL itself said stays as it is. */
export const connectionLost = (error: unknown): unknown => {
  if (error instanceof DatabaseError) return error
  const said = error instanceof Error ? error.message : String(error)
  const lost = new Error(`no connection to the database: ${said}`, { cause: error })
  return Object.assign(lost, { code: connectionFailure })
}

/** @returns whether this client's connection has broken; its queries fail from then on */
export const watchForLoss = (client: PoolClient): (() => boolean) => {
  let isLost = false
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  return () => isLost
}
