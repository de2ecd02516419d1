import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { connectionLost, connectWithin, runWithin, watchForLoss } from './connection-loss.ts'

/** Names beyond this many would only fill the server's memory with SQL that is never repeated. */
const maxNames = 400

const preparable = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * A statement that was prepared before the tables changed: `0A000` its columns are others now, `26000` the server
 * forgot it. Prepared again under another name it works.
 */
export const staleStatementCodes: ReadonlySet<string> = new Set(['0A000', '26000'])

const isStale = (error: unknown): boolean =>
  error instanceof DatabaseError && staleStatementCodes.has(error.code ?? '')

/** Names of statements, made of their SQL; all of them change when one has turned out to be stale. */
const createNames = () => {
  let generation = 0
  const names = new Map<string, string>()
  return {
    generation: () => generation,
    nameOf: (text: string): string | undefined => {
      const known = names.get(text)
      if (known || names.size >= maxNames || !preparable.test(text)) return known
      const name = createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 24)
      names.set(text, name)
      return name
    },
    /** Ends a generation, once however many connections complain about it. */
    retire: (stale: number): void => {
      if (stale !== generation) return
      generation += 1
      names.clear()
    },
  }
}

export type StatementOptions = {
  /** How long a connection, and then each statement, may take; a connection that says nothing is given up. */
  withinMs?: number | undefined
  /** Hears of each statement that failed. */
  onFailure?: (error: unknown) => void
}

/**
 * The pool as Kysely wants it, with each statement prepared once per connection under a name made of its SQL:
 * parsing and planning cost the embedded engine 200 µs a time, more than most of our queries.
 *
 * A stale statement is run again under a new name; inside a transaction, which has failed by then, that is left to
 * `runTransaction`. The names are new for all connections: what one of them prepared too early, all of them did.
 * Failures of the connection get the SQLSTATE `08006`, see connection-loss.ts.
 */
export function withNamedStatements(
  pool: Pool,
  { withinMs, onFailure }: StatementOptions = {},
): PostgresPool {
  const { generation, nameOf, retire } = createNames()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()

  const wrap = (client: PoolClient): PostgresPoolClient => {
    const isLost = watchForLoss(client)

    const run = async (text: string, values: readonly unknown[]) => {
      const name = nameOf(text)
      try {
        const statement = { ...(name && { name }), text, values: [...values] }
        return await runWithin(withinMs, client, () => client.query(statement))
      } catch (error) {
        onFailure?.(error)
        throw isLost() ? connectionLost(error) : error
      }
    }

    const query = async (text: string, values: readonly unknown[]) => {
      const used = generation()
      const isInTransaction = client.getTransactionStatus() !== 'I'
      try {
        return await run(text, values)
      } catch (error) {
        if (!isStale(error)) throw error
        retire(used)
        if (isInTransaction) throw error
        return run(text, values)
      }
    }
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }

  return {
    connect: async () => {
      const client = await connectWithin(withinMs, pool).catch((error: unknown) => {
        throw connectionLost(error)
      })
      const known = clients.get(client) ?? wrap(client)
      clients.set(client, known)
      return known
    },
    end: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}
