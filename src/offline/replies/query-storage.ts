import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/react-query-persist-client'
import type { QueryKey } from '@tanstack/react-query'
import type { Replies } from './query-database.ts'
import { generationOf } from './query-generation.ts'

/**
 * React Query's replies, one row per query, in a database of the account. The library calls its
 * persister experimental: it is used here and nowhere else. Storage never throws: a failed write costs
 * freshness, never a screen.
 */

/** Raised when the shape of a stored reply changes; never with each build, which would empty the device. */
const dataSchemaVersion = '1'
const keyPrefix = 'reply'
/** Beyond, the oldest go. None goes for its age: a clock that was put forward must not empty the device. */
const mostReplies = 500

const quietly = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch {
    return undefined
  }
}

export type QueryStorage = ReturnType<typeof createQueryStorage>

/** @param trustedNow the account's trusted clock: a reply's age is counted by it, across starts */
export function createQueryStorage(accountId: string, trustedNow: () => Promise<number>) {
  let replies: Promise<Replies> | null = null
  const generation = generationOf(accountId)
  const isCurrent = (): boolean => generation === generationOf(accountId)
  /** Its code comes with the device's: the first frame needs neither. */
  const opened = (): Promise<Replies> =>
    (replies ??= import('./query-database.ts').then(
      ({ openReplies }) => openReplies(accountId, { trustedNow, mayWrite: isCurrent }),
      (error: unknown) => {
        replies = null
        throw error
      },
    ))

  const persister = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => quietly(opened().then((rows) => rows.get(key))),
      setItem: async (key, value) => {
        await quietly(opened().then((rows) => rows.set(key, value)))
      },
      removeItem: async (key) => {
        await quietly(opened().then((rows) => rows.remove(key)))
      },
    },
    serialize: (query) => query,
    deserialize: (query) => query,
    buster: dataSchemaVersion,
    maxAge: Infinity,
    prefix: keyPrefix,
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
    /** An action has overtaken the stored replies of a key and of all that begin with it: they are fresh no more. */
    overtake: (queryKey: QueryKey) => quietly(opened().then((rows) => rows.overtake(keyPrefix, queryKey))),
    /** Keeps the newest. For idle time. */
    collectGarbage: () => quietly(opened().then((rows) => rows.keepNewest(mostReplies))),
  }
}
