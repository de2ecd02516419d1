import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/react-query-persist-client'

/**
 * React Query's replies, one row per query, in a database of the account. The library calls its
 * persister experimental: it is used here and nowhere else. Storage never throws: a failed write costs
 * freshness, never a screen.
 */

/** Raised when the shape of a stored reply changes; never with each build, which would empty the device. */
const dataSchemaVersion = '1'
const maxAgeMs = 30 * 24 * 3_600_000

const storeName = 'queries'
export const queryDatabaseName = (accountId: string): string => `zhika-queries:${accountId}`

const quietly = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch {
    return undefined
  }
}

/** A reply that was under way when its owner signed out must not be stored: each wipe begins a new generation. */
const generations = new Map<string, number>()
const generationOf = (accountId: string): number => generations.get(accountId) ?? 0

/**
 * Removes all replies of an account. The database itself stays: its deletion would wait for the
 * connections of every tab, and an opening after it for the deletion.
 */
export const clearQueryStorage = (accountId: string): Promise<void> => {
  generations.set(accountId, generationOf(accountId) + 1)
  return clear(createStore(queryDatabaseName(accountId), storeName))
}

export type QueryStorage = ReturnType<typeof createQueryStorage>

export const createQueryStorage = (accountId: string) => {
  let store: UseStore | null = null
  const generation = generationOf(accountId)
  const isCurrent = (): boolean => generation === generationOf(accountId)
  const opened = (): UseStore => (store ??= createStore(queryDatabaseName(accountId), storeName))

  const persister = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => quietly(get<PersistedQuery>(key, opened())),
      setItem: async (key, value) => {
        if (isCurrent()) await quietly(set(key, value, opened()))
      },
      removeItem: async (key) => {
        await quietly(del(key, opened()))
      },
      entries: async () => (await quietly(entries<string, PersistedQuery>(opened()))) ?? [],
    },
    serialize: (query) => query,
    deserialize: (query) => query,
    buster: dataSchemaVersion,
    maxAge: maxAgeMs,
    prefix: 'reply',
    filters: { predicate: (query) => query.meta?.persist === undefined },
  })

  return {
    persisterFn: persister.persisterFn,
    /** Writes a query whose data was set by hand: the library persists only what it fetched. */
    persistQueryByKey: persister.persistQueryByKey,
    /** Removes replies past their age. For idle time. */
    collectGarbage: () => quietly(persister.persisterGc()),
  }
}
