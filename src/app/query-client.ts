import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { hydrate, QueryClient, type DehydratedState, type Query } from '@tanstack/react-query'
import { persistQueryClientSubscribe, type PersistedClient } from '@tanstack/react-query-persist-client'
import { queryStaleTimeMs } from '#contract/constants.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createQueryStorage, type QueryStorage } from '#src/offline/replies/query-storage.ts'
import { firstFrameKey } from './device-keys.ts'

/**
 * One client per account. Queries marked `persist: 'first-frame'` are the first frame: a small slice in local
 * storage, read before the first render. All others are kept one by one in IndexedDB.
 */

/** Raised when the shape of the slice changes; never with each build. */
const firstFrameSchemaVersion = '1'
/** A slice beyond this is not written: the first frame must stay cheap to read. */
const firstFrameBudgetBytes = 64 * 1024
/** The longest that is lost when the app is swiped away; the slice is small, so it may be written often. */
const firstFrameThrottleMs = 200
const memoryTimeMs = 10 * 60_000
const retries = 2
/** Old replies are removed when the start is long over. */
const garbageAfterMs = 30_000

const isFirstFrame = (query: Query): boolean =>
  query.meta?.persist === 'first-frame' && query.state.data !== undefined

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

/** What a wrong clock has dated ahead would count as fresh until that day. */
const asOfNow = (state: DehydratedState): DehydratedState => ({
  ...state,
  queries: state.queries.map((query) => ({
    ...query,
    state: {
      ...query.state,
      dataUpdatedAt: query.state.dataUpdatedAt > Date.now() ? 0 : query.state.dataUpdatedAt,
    },
  })),
})

const serialize = (slice: PersistedClient): string =>
  JSON.stringify({ ...slice, clientState: settled(slice.clientState) })

/** @param mayWrite false once the student has signed out: a write that was put off must not come after */
const firstFramePersister = (accountId: string, mayWrite: () => boolean) =>
  createSyncStoragePersister({
    key: firstFrameKey(accountId),
    serialize,
    throttleTime: firstFrameThrottleMs,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      removeItem: (key) => localStorage.removeItem(key),
      setItem: (key, value) => {
        if (mayWrite() && value.length <= firstFrameBudgetBytes) localStorage.setItem(key, value)
      },
    },
  })

const restoreFirstFrame = (client: QueryClient, accountId: string): void => {
  const slice = firstFramePersister(accountId, () => false).restoreClient() as PersistedClient | undefined
  if (!slice || slice.buster !== firstFrameSchemaVersion) return
  // Whatever its age: a clock that was put forward must not take the student's plan away.
  hydrate(client, asOfNow(slice.clientState))
}

const isWorthRetrying = (failureCount: number, error: Error): boolean =>
  failureCount < retries &&
  error instanceof ApiError &&
  error.isTemporary &&
  error.kind !== 'offline' &&
  error.kind !== 'network'

/** The persister keeps only what it fetched itself; this keeps what was set by hand, e.g. the reply to a late call. */
const keepDataSetByHand = (client: QueryClient, storage: QueryStorage): void => {
  client.getQueryCache().subscribe((event) => {
    const isByHand =
      event.type === 'updated' && event.action.type === 'success' && event.action.manual === true
    if (isByHand && event.query.meta?.persist === undefined)
      void storage.persistQueryByKey(event.query.queryKey, client)
  })
}

/** What an action invalidates is invalid on the disk too, where no screen has it in memory: a reload would show it. */
const invalidateOnDisk = (client: QueryClient, storage: QueryStorage): void => {
  const inMemory = client.invalidateQueries.bind(client)
  client.invalidateQueries = (filters, options) => {
    const found = client.getQueryCache().findAll(filters)
    if (filters?.queryKey && !found.some(({ meta }) => meta?.persist !== undefined))
      void storage.overtake(filters.queryKey)
    return inMemory(filters, options)
  }
}

/**
 * @param accountId null while no one is signed in: nothing is kept then
 * @param trustedNow the account's trusted clock
 */
export function createQueryClient(accountId: string | null, trustedNow: () => Promise<number>): QueryClient {
  const storage = accountId === null ? null : createQueryStorage(accountId, trustedNow)
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
    invalidateOnDisk(client, storage)
    setTimeout(() => void storage.collectGarbage(), garbageAfterMs)
    try {
      restoreFirstFrame(client, accountId)
    } catch {
      forgetFirstFrame(accountId)
    }
  }
  return client
}

/** Keeps the first frame up to date while `mayWrite` holds. @returns stops keeping it */
export function keepFirstFrame(client: QueryClient, accountId: string, mayWrite: () => boolean): () => void {
  return persistQueryClientSubscribe({
    queryClient: client,
    persister: firstFramePersister(accountId, mayWrite),
    buster: firstFrameSchemaVersion,
    dehydrateOptions: { shouldDehydrateQuery: isFirstFrame, shouldDehydrateMutation: () => false },
  })
}

export function forgetFirstFrame(accountId: string): void {
  return localStorage.removeItem(firstFrameKey(accountId))
}
