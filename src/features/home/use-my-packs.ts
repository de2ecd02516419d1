import { useInfiniteQuery } from '@tanstack/react-query'
import { useStoredPacks } from '#src/queries/downloads.ts'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { isOffline, messageOf } from '#src/queries/failure.ts'
import { unlockedQuery, useProgressOfPacks } from '#src/queries/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import type { PackFilters } from './pack-filters.ts'
import { filterPacks, type ShelfPack } from './shelf-pack.ts'

type StoredPacks = NonNullable<ReturnType<typeof useStoredPacks>>

/** With no list at all, the downloaded packs are the list. */
const shelfOfStored = (stored: StoredPacks, { subjectId, keyword = '' }: PackFilters): ShelfPack[] =>
  stored
    .filter((pack) => subjectId === undefined || pack.subject.id === subjectId)
    .filter((pack) => `${pack.title}\n${pack.label}`.toLowerCase().includes(keyword.toLowerCase()))
    .map(({ packId, title, label, subject, cardCount }) => ({ id: packId, title, label, subject, cardCount }))

const withProgress = (
  packs: readonly ShelfPack[],
  local: ReturnType<typeof useProgressOfPacks>,
): ShelfPack[] => packs.map((pack) => ({ ...pack, progress: local?.get(pack.id) ?? pack.progress }))

/**
 * 我的卡包 as the filters of the address want it. The whole list is asked for as well: it gives the
 * subjects, stands in while a filter is on its way, and is filtered here while there is no network.
 * @param isCovered a layer lies over the list: nothing is counted anew below it
 */
export const useMyPacks = (filters: PackFilters, isCovered: boolean) => {
  const { api } = useRuntime()
  const hasFilters = Object.keys(filters).length > 0
  const whole = useInfiniteQuery(unlockedQuery(api, {}))
  const filtered = useInfiniteQuery({ ...unlockedQuery(api, filters), enabled: hasFilters })
  const shown = hasFilters ? filtered : whole
  const downloaded = useStoredPacks(whole.isError && whole.data === undefined)
  // No list and nothing downloaded is no empty list: nobody knows.
  const stored = downloaded && downloaded.length > 0 ? downloaded : undefined

  const all = itemsOf(whole.data)
  const listed = itemsOf(shown.data)
  const fallback = all ? filterPacks(all, filters) : stored && shelfOfStored(stored, filters)
  const packs: ShelfPack[] | undefined = listed ?? fallback
  const local = useProgressOfPacks(packs?.map((pack) => pack.id) ?? [], isCovered)

  return {
    packs: packs && withProgress(packs, local),
    /** Of all the student's packs that are loaded. */
    all,
    isWhole: !whole.hasNextPage,
    /** Without filters; undefined while nobody knows. */
    total: whole.data?.pages[0]?.total ?? stored?.length,
    found: shown.data?.pages[0]?.total ?? packs?.length,
    isOffline: shown.isError && isOffline(shown.error),
    failure: shown.isError && packs === undefined ? messageOf(shown.error) : undefined,
    isRetrying: shown.isFetching,
    retry: () => void Promise.all([whole.refetch(), hasFilters && filtered.refetch()]),
    more: {
      status: moreStatus(shown),
      load: () => void shown.fetchNextPage(),
    },
  }
}
