import type { Pool } from 'pg'
import type { Backend } from './backend.ts'
import { createPool } from '../create-pool.ts'
import { openProtocolStream } from './protocol-stream.ts'

/**
 * The embedded engine as a pool of the one driver. It has one session, so the pool has one connection.
 * @param connectionTimeoutMs how long a query waits for it: what a nested use inside a transaction costs
 */
export function createEmbeddedPool(backend: Backend, connectionTimeoutMs: number): Pool {
  return createPool({
    max: 1,
    stream: () => openProtocolStream(backend),
    connectionTimeoutMillis: connectionTimeoutMs,
    // Kept for good: a new connection would have to prepare its statements again.
    idleTimeoutMillis: 0,
    // Against what PG* variables in the environment would say.
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
  })
}
