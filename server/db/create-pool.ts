import { Pool, type PoolConfig } from 'pg'
import { typeParsers } from './type-parsers.ts'

/** A pool of either engine, with what both have in common. */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, types: typeParsers })
  // An idle connection that breaks is replaced at its next use; unheard, its error would end the process.
  pool.on('error', () => {})
  // While a client is lent out, there is no other listener: a lost connection would end the process. Its query rejects.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
