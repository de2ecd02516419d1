import { DatabaseError, type Client, type Pool, type PoolClient } from 'pg'

/**
 * A connection that cannot be had or broke, under one SQLSTATE: the driver reports most of these without any
 * (`Connection terminated unexpectedly`, a timeout of the pool, the death of the embedded engine).
 */

/** connection_failure */
const connectionFailure = '08006'

/** What PostgreSQL itself said stays as it is. */
export function connectionLost(error: unknown): unknown {
  if (error instanceof DatabaseError) return error
  const said = error instanceof Error ? error.message : String(error)
  const lost = new Error(`no connection to the database: ${said}`, { cause: error })
  return Object.assign(lost, { code: connectionFailure })
}

/** @returns whether this client's connection has broken; its queries fail from then on */
export function watchForLoss(client: PoolClient): () => boolean {
  let isLost = false
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  return () => isLost
}

/**
 * Gives a connection up that does not answer in time: packets without an answer would hold it for a quarter of an
 * hour. It is closed, so all that waits for it fails, and the pool makes another one.
 * @param milliseconds undefined: as long as it takes
 */
export async function runWithin<T>(
  milliseconds: number | undefined,
  client: PoolClient,
  work: () => Promise<T>,
): Promise<T> {
  if (milliseconds === undefined) return work()
  const timer = setTimeout(() => void (client as unknown as Client).end(), milliseconds)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** The pool's own limit is for waiting and then again for connecting. */
export async function connectWithin(milliseconds: number | undefined, pool: Pool): Promise<PoolClient> {
  const connecting = pool.connect()
  if (milliseconds === undefined) return connecting
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no connection came free in time')), milliseconds)
  })
  try {
    return await Promise.race([connecting, late])
  } catch (error) {
    void connecting.then((client) => client.release()).catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
