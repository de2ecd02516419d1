import { del, entries, get, set, type UseStore } from 'idb-keyval'
import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/react-query-persist-client'
import { generationOf, openQueryDatabase } from './query-database.ts'

/**
 * React Query's replies, one row per query, in a database of the account. The library calls its
 * persister experimental: it is used here and nowhere else. Storage never throws: a failed write costs
 * freshness, never a screen.
 */

/** Raised when the shape of a stored reply changes; never with each build, which would empty the device. */
const dataSchemaVersion = '1'
const maxAgeMs = 30 * 24 * 3_600_000

const quietly = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch {
    return undefined
  }
}

export type QueryStorage = ReturnType<typeof createQueryStorage>

export const createQueryStorage = (accountId: string) => {
  let store: UseStore | null = null
  const generation = generationOf(accountId)
  const isCurrent = (): boolean => generation === generationOf(accountId)
  const opened = (): UseStore => (store ??= openQueryDatabase(accountId))

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
    refetchOnRestore: false,
  })

  /** Restores, and asks again for what is no longer fresh; the library's own asking would fail uncaught. */
  const persisterFn: typeof persister.persisterFn = async (queryFn, context, query) => {
    let isRestored = true
    const reply = await persister.persisterFn(
      (given) => {
        isRestored = false
        return queryFn(given)
      },
      context,
      query,
    )
    if (isRestored) setTimeout(() => void (query.isStale() && quietly(query.fetch())))
    return reply
  }

  return {
    persisterFn,
    /** Writes a query whose data was set by hand: the library persists only what it fetched. */
    persistQueryByKey: persister.persistQueryByKey,
    /** Removes replies past their age. For idle time. */
    collectGarbage: () => quietly(persister.persisterGc()),
  }
}
