import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hydrate, QueryClient, type DehydratedState, type Query } from '@tanstack/react-query'
import { persistQueryClientSubscribe, type PersistedClient } from '@tanstack/react-query-persist-client'
import { queryStaleTimeMs } from '#contract/constants.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createQueryStorage, type QueryStorage } from '#src/offline/query-storage.ts'
import { bootKey } from './device-keys.ts'

/**
 * One client per account. Queries marked `persist: 'boot'` are the first frame: a small slice in local
 * storage, read before the first render. All others are kept one by one in IndexedDB.
 */

/** Raised when the shape of the slice changes; never with each build. */
const bootSchemaVersion = '1'
const bootMaxAgeMs = 90 * 24 * 3_600_000
/** A slice beyond this is not written: the first frame must stay cheap to read. */
const bootBudgetBytes = 64 * 1024
/** The longest that is lost when the app is swiped away; the slice is small, so it may be written often. */
const bootThrottleMs = 200
const memoryTimeMs = 10 * 60_000
const retries = 2
/** Old replies are removed when the start is long over. */
const garbageAfterMs = 30_000

const isBoot = (query: Query): boolean => query.meta?.persist === 'boot' && query.state.data !== undefined

/** A failed refetch must not mark the stored data as failed. */
const settled = (state: DehydratedState): DehydratedState => ({
  mutations: [],
  queries: state.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      status: 'success',
      error: null,
      fetchStatus: 'idle',
      fetchFailureCount: 0,
      fetchFailureReason: null,
    },
  })),
})

const serialize = (slice: PersistedClient): string =>
  JSON.stringify({ ...slice, clientState: settled(slice.clientState) })

/** @param mayWrite false once the student has signed out: a write that was put off must not come after */
const bootPersister = (accountId: string, mayWrite: () => boolean) =>
  createSyncStoragePersister({
    key: bootKey(accountId),
    serialize,
    throttleTime: bootThrottleMs,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      removeItem: (key) => localStorage.removeItem(key),
      setItem: (key, value) => {
        if (mayWrite() && value.length <= bootBudgetBytes) localStorage.setItem(key, value)
      },
    },
  })

const restoreBoot = (client: QueryClient, accountId: string): void => {
  const slice = bootPersister(accountId, () => false).restoreClient() as PersistedClient | undefined
  if (!slice || slice.buster !== bootSchemaVersion || Date.now() - slice.timestamp > bootMaxAgeMs) return
  hydrate(client, slice.clientState)
}

const isWorthRetrying = (failureCount: number, error: Error): boolean =>
  failureCount < retries && error instanceof ApiError && error.isTemporary && error.kind !== 'offline'

/** The persister keeps only what it fetched itself; this keeps what was set by hand, e.g. the reply to a late call. */
const keepDataSetByHand = (client: QueryClient, storage: QueryStorage): void => {
  client.getQueryCache().subscribe((event) => {
    const isByHand =
      event.type === 'updated' && event.action.type === 'success' && event.action.manual === true
    if (isByHand && event.query.meta?.persist === undefined)
      void storage.persistQueryByKey(event.query.queryKey, client)
  })
}

/** @param accountId null while nobody is signed in: nothing is kept then */
export const createQueryClient = (accountId: string | null): QueryClient => {
  const storage = accountId === null ? null : createQueryStorage(accountId)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryStaleTimeMs,
        gcTime: memoryTimeMs,
        networkMode: 'offlineFirst',
        retry: isWorthRetrying,
        ...(storage !== null && { persister: storage.persisterFn }),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  if (accountId !== null && storage !== null) {
    keepDataSetByHand(client, storage)
    setTimeout(() => void storage.collectGarbage(), garbageAfterMs)
    try {
      restoreBoot(client, accountId)
    } catch {
      forgetBoot(accountId)
    }
  }
  return client
}

/** Keeps the first frame up to date while `mayWrite` holds. @returns stops keeping it */
export const keepBoot = (client: QueryClient, accountId: string, mayWrite: () => boolean): (() => void) =>
  persistQueryClientSubscribe({
    queryClient: client,
    persister: bootPersister(accountId, mayWrite),
    buster: bootSchemaVersion,
    dehydrateOptions: { shouldDehydrateQuery: isBoot, shouldDehydrateMutation: () => false },
  })

export const forgetBoot = (accountId: string): void => localStorage.removeItem(bootKey(accountId))
