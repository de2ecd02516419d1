import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { Input } from '#contract/api.ts'
import type { Card, CardPack, PackProgress } from '#contract/packs.ts'
import { endOfDay, dayOf } from '#contract/study-day.ts'
import type { Account } from '#src/offline/account.ts'
import type { Api } from '#src/api/client.ts'
import { useCallback } from 'react'
import { startDownload } from './downloads.ts'
import { firstPage, itemsOf, nextPage, type PageParam } from './endless.ts'
import { useRuntime, type Runtime } from './runtime.ts'
import { useAccountId } from './session-state.ts'
import { useStoredValue } from './stored-value.ts'
import { useEnqueue, useWaitingCalls, type WaitingCall } from './waiting-calls.ts'

/** A pack with what it is to this student. */
export const cardPackQuery = (api: Api, packId: string) =>
  queryOptions({
    queryKey: ['card-pack', packId],
    queryFn: ({ signal }) => api.call('GET /card-packs/:id', { id: packId }, { signal }),
  })

export type UnlockedFilters = Omit<
  Input<'GET /card-packs/unlocked'>,
  keyof PageParam | 'limit' | 'utcOffsetMinutes'
>

const utcOffsetMinutes = (): number => -new Date().getTimezoneOffset()

const unlockedPage = (api: Api, filters: UnlockedFilters, page: PageParam, signal?: AbortSignal) =>
  api.call(
    'GET /card-packs/unlocked',
    { ...filters, utcOffsetMinutes: utcOffsetMinutes(), ...page, limit: 30 },
    { signal },
  )

/** 我的卡包, with the specification's filters and sorts; endless. */
export const unlockedQuery = (api: Api, filters: UnlockedFilters) =>
  infiniteQueryOptions({
    queryKey: ['unlocked', filters],
    queryFn: ({ pageParam, signal }) => unlockedPage(api, filters, pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

export const favoritesQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['favorites'],
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /card-packs/favorites', { ...pageParam, limit: 30 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

const favoriteKey = (packId: string): string => `favorite:${packId}`

const waitingFavorite = (calls: readonly WaitingCall[], packId: string): boolean | undefined => {
  const call = calls.find((waiting) => waiting.coalesceKey === favoriteKey(packId))
  return call && call.endpoint === 'POST /card-packs/:id/favorite'
}

/** The pack, with a favourite that still waits to be sent. */
export const useCardPack = (packId: string) => {
  const { api } = useRuntime()
  const calls = useWaitingCalls()
  const query = useQuery(cardPackQuery(api, packId))
  const shown: CardPack | undefined = query.data && {
    ...query.data,
    favorited: waitingFavorite(calls, packId) ?? query.data.favorited,
  }
  return { ...query, data: shown }
}

/** Favourite or not: at once on screen, sent now or when there is a network. */
export const useSetFavorite = (packId: string) => {
  const enqueue = useEnqueue()
  return (favorited: boolean): Promise<void> =>
    enqueue(
      favorited ? 'POST /card-packs/:id/favorite' : 'DELETE /card-packs/:id/favorite',
      { id: packId },
      favoriteKey(packId),
    )
}

/**
 * Brings 我的卡包 up to date, on the screen and in the store. A fetch would not do where no screen has shown
 * the list yet: the persister answers it with the stored list, as long as that counts as fresh.
 */
export const renewUnlocked = async (api: Api, client: QueryClient): Promise<void> => {
  const query = unlockedQuery(api, {})
  if (client.getQueryData(query.queryKey) !== undefined) {
    await client.fetchInfiniteQuery({ ...query, staleTime: 0 })
    return
  }
  const first = await unlockedPage(api, {}, firstPage)
  client.setQueryData(query.queryKey, { pages: [first], pageParams: [firstPage] })
}

/** Unlocks from the balance: needs the network. The pack then downloads by itself. */
export const useUnlock = (pack: CardPack | undefined) => {
  const runtime = useRuntime()
  const accountId = useAccountId()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      runtime.api.call('POST /card-packs/:id/unlock', {
        id: pack?.id ?? '',
        paymentMethod: 'balance' as const,
      }),
    onSuccess: async () => {
      if (pack) void startDownload(runtime, accountId, pack)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['card-pack', pack?.id] }),
        client.invalidateQueries({ queryKey: ['unlocked'], refetchType: 'none' }),
        client.invalidateQueries({ queryKey: ['profile'] }),
        // The device may be offline before /home is opened again; if it is already, the list comes later.
        renewUnlocked(runtime.api, client).catch(() => undefined),
      ])
    },
  })
}

const endOfToday = (): string => endOfDay(dayOf(Date.now(), utcOffsetMinutes()), utcOffsetMinutes())

/** Cards seen, mastered and due in a pack, from this device; undefined until read. */
export const usePackProgress = (packId: string) => {
  const read = useCallback((account: Account) => account.progress(packId, endOfToday()), [packId])
  return useStoredValue(read, ['outbox', 'states'])
}

/**
 * The progress of several packs from this device, the waiting answers included, by pack; undefined
 * until read, and on a device that does not hold the student's record yet.
 * @param isPaused keeps what was read, for a list that is covered
 */
export const useProgressOfPacks = (packIds: readonly string[], isPaused: boolean) => {
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
export const useFavorites = () => {
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
export const useCardProgress = (packId: string, isPaused: boolean) => {
  const read = useCallback((account: Account) => account.cardProgress(packId), [packId])
  return useStoredValue(read, isPaused ? [] : ['outbox', 'states'])
}

/** One card's faces: from this device when it is here, else asked of the server; null while it is locked. */
export const cardQuery = (runtime: Runtime, accountId: string, packId: string, cardId: string) =>
  queryOptions({
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
