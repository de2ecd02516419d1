import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Input, Reply } from '#contract/api.ts'
import type { Card, CardPack, PackProgress } from '#contract/packs.ts'
import { endOfDay, dayOf } from '#contract/study-day.ts'
import type { Account } from '#src/offline/account.ts'
import type { Api } from '#src/api/client.ts'
import { useCallback } from 'react'
import { startDownload } from './downloads.ts'
import { firstPage, itemsOf, nextPage, type PageParam } from '../endless.ts'
import { useRuntime, type Runtime } from '../runtime.ts'
import { useAccountId } from '../session/session-state.ts'
import { useStoredValue } from '../stored-value.ts'
import { unlockFromBalance } from './unlock.ts'
import {
  useEnqueue,
  useWaitingCalls,
  type LateCall,
  type QueuedCall,
  type WaitingCall,
} from '../sync/waiting-calls.ts'

/** A pack with what it is to this student. */
const cardPackQuery = (api: Api, packId: string) => {
  return queryOptions({
    queryKey: ['card-pack', packId],
    queryFn: ({ signal }) => api.call('GET /card-packs/:id', { id: packId }, { signal }),
  })
}

export type UnlockedFilters = Omit<
  Input<'GET /card-packs/unlocked'>,
  keyof PageParam | 'limit' | 'utcOffsetMinutes'
>

/** No student has many more, so one request gets all. */
const packsPerPage = 50

const utcOffsetMinutes = (): number => -new Date().getTimezoneOffset()

export function unlockedPage(api: Api, filters: UnlockedFilters, page: PageParam, signal?: AbortSignal) {
  return api.call(
    'GET /card-packs/unlocked',
    { ...filters, utcOffsetMinutes: utcOffsetMinutes(), ...page, limit: packsPerPage },
    { signal },
  )
}

/** 我的卡包, with the specification's filters and sorts; endless. */
export function unlockedQuery(api: Api, filters: UnlockedFilters) {
  return infiniteQueryOptions({
    queryKey: ['unlocked', filters],
    queryFn: ({ pageParam, signal }) => unlockedPage(api, filters, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

export const favoritesPerPage = 30

export function favoritesQuery(api: Api) {
  return infiniteQueryOptions({
    queryKey: ['favorites'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-packs/favorites', { ...pageParam, limit: favoritesPerPage }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
}

const favoriteKey = (packId: string): string => `favorite:${packId}`

const waitingFavorite = (calls: readonly WaitingCall[], packId: string): boolean | undefined => {
  const call = calls.find((waiting) => waiting.coalesceKey === favoriteKey(packId))
  return call && call.endpoint === 'POST /card-packs/:id/favorite'
}

/** The pack, with a favourite that still waits to be sent. */
export function useCardPack(packId: string) {
  const { api } = useRuntime()
  const calls = useWaitingCalls()
  const query = useQuery(cardPackQuery(api, packId))
  const shown: CardPack | undefined = query.data && {
    ...query.data,
    favorited: waitingFavorite(calls, packId) ?? query.data.favorited,
  }
  return { ...query, data: shown }
}

export function favoriteCall(
  packId: string,
  favorited: boolean,
): LateCall<'POST /card-packs/:id/favorite' | 'DELETE /card-packs/:id/favorite'> {
  return [
    favorited ? 'POST /card-packs/:id/favorite' : 'DELETE /card-packs/:id/favorite',
    { id: packId },
    favoriteKey(packId),
  ]
}

/** Favourite or not: at once on screen, sent now or when there is a network. */
export function useSetFavorite(packId: string) {
  const enqueue = useEnqueue()
  return (favorited: boolean): Promise<QueuedCall> => enqueue(...favoriteCall(packId, favorited))
}

/**
 * Brings 我的卡包 up to date, on the screen and in the store. A fetch would not do where no screen has shown
 * the list yet: the persister answers it with the stored list, as long as that counts as fresh.
 * @returns the pages that are shown
 */
export async function renewUnlocked(api: Api, client: QueryClient): Promise<UnlockedPage[]> {
  const query = unlockedQuery(api, {})
  if (client.getQueryData(query.queryKey) !== undefined) {
    return (await client.fetchInfiniteQuery({ ...query, staleTime: 0 })).pages
  }
  const first = await unlockedPage(api, {}, firstPage)
  client.setQueryData(query.queryKey, { pages: [first], pageParams: [firstPage] })
  return [first]
}

export type UnlockedPage = Reply<'GET /card-packs/unlocked'>

/** Unlocks from the balance: needs the network. The pack then downloads by itself. */
export function useUnlock(pack: CardPack | undefined) {
  const runtime = useRuntime()
  const accountId = useAccountId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unlockFromBalance(runtime.api, pack?.id ?? ''),
    onSuccess: async () => {
      if (pack) void startDownload(runtime, accountId, pack)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['card-pack', pack?.id] }),
        client.invalidateQueries({ queryKey: ['card', pack?.id] }),
        client.invalidateQueries({ queryKey: ['unlocked'], refetchType: 'none' }),
        client.invalidateQueries({ queryKey: ['profile'] }),
        // The device may be offline before /home is opened again; if it is already, the list comes later.
        renewUnlocked(runtime.api, client).catch(() => undefined),
      ])
    },
    // Asked for again as soon as the network is back.
    onError: () => client.invalidateQueries({ queryKey: ['card-pack', pack?.id], refetchType: 'none' }),
  })
}

const endOfToday = (): string => endOfDay(dayOf(Date.now(), utcOffsetMinutes()), utcOffsetMinutes())

/**
 * The progress of several packs from this device, the waiting answers included, by pack; undefined
 * until read, and on a device that does not hold the student's record yet.
 * @param isPaused keeps what was read, for a list that is covered
 */
export function useProgressOfPacks(packIds: readonly string[], isPaused: boolean) {
  const joined = packIds.join()
  const read = useCallback(
    async (account: Account): Promise<ReadonlyMap<string, PackProgress> | undefined> => {
      if (!(await account.canPlan())) return undefined
      const ids = joined === '' ? [] : joined.split(',')
      const dueBefore = endOfToday()
      return new Map(
        await Promise.all(ids.map(async (id) => [id, await account.progress(id, dueBefore)] as const)),
      )
    },
    [joined],
  )
  return useStoredValue(read, isPaused ? [] : ['outbox', 'states'])
}

/** The favourites, with those that still wait to be sent or taken back; endless. */
export function useFavorites() {
  const { api } = useRuntime()
  const client = useQueryClient()
  const calls = useWaitingCalls()
  const query = useInfiniteQuery(favoritesQuery(api))
  const stored = itemsOf(query.data)
  const known = new Set(stored?.map((pack) => pack.id))
  const added = calls
    .filter((call) => call.endpoint === 'POST /card-packs/:id/favorite')
    .map((call) => client.getQueryData<CardPack>(['card-pack', call.input.id]))
    .filter((pack) => pack !== undefined)
    .filter((pack) => !known.has(pack.id))
  const kept = stored?.filter((pack) => waitingFavorite(calls, pack.id) !== false)
  return { ...query, packs: kept && [...added, ...kept] }
}

/**
 * How far each answered card of a pack is, from this device; undefined until read.
 * @param isPaused keeps what was read, for a list that is covered
 */
export function useCardProgress(packId: string, isPaused: boolean) {
  const read = useCallback((account: Account) => account.cardProgress(packId), [packId])
  return useStoredValue(read, isPaused ? [] : ['outbox', 'states'])
}

/** One card's faces: from this device when it is here, else asked of the server; null while it is locked. */
export function cardQuery(runtime: Runtime, accountId: string, packId: string, cardId: string) {
  return queryOptions({
    queryKey: ['card', packId, cardId],
    queryFn: async ({ signal }): Promise<Card | null> => {
      const stored = await (await runtime.account(accountId)).card(cardId)
      if (stored) return stored
      const details = await runtime.api.call(
        'POST /card-packs/:id/card-details',
        { id: packId, cardIds: [cardId] },
        { signal },
      )
      return details.cards[0] ?? null
    },
    enabled: cardId !== '',
  })
}
