import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Names beyond this many would only fill the server's memory with SQL that is never repeated. */
const maxNames = 400

const preparable = /^\s*(?:select|insert|update|delete|with)\b/i

/** Plans of a client that a migration has outlived: `0A000` cached plan, `26000` the statement is gone. */
const staleStatementCodes = new Set(['0A000', '26000'])

/**
 * The pool as Kysely wants it, with each statement prepared once per connection under a name made of its SQL:
 * parsing and planning cost the embedded engine 200 µs a time, more than most of our queries.
 */
export const withNamedStatements = (pool: Pool): PostgresPool => {
  const names = new Map<string, string>()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()

  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size >= maxNames || !preparable.test(text)) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
    return name
  }

  const wrap = (client: PoolClient): PostgresPoolClient => {
    let stale = false
    const query = async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      try {
        return await client.query(name ? { name, text, values: [...values] } : { text, values: [...values] })
      } catch (error) {
        if (staleStatementCodes.has((error as { code?: string }).code ?? '')) stale = true
        throw error
      }
    }
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(stale) }
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
