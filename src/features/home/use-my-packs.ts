import { useInfiniteQuery } from '@tanstack/react-query'
import { useStoredPacks } from '#src/queries/packs/downloads.ts'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { isUnanswered } from '#src/queries/failure.ts'
import { useOwnPacks, withOwnPacks } from '#src/queries/packs/own-packs.ts'
import { unlockedQuery, useProgressOfPacks } from '#src/queries/packs/packs.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import type { PackFilters } from './pack-filters.ts'
import { filterPacks, orderBy, type ShelfPack } from './shelf-pack.ts'

type StoredPacks = NonNullable<ReturnType<typeof useStoredPacks>>

/** With no list at all, the downloaded packs are the list; one's own are known without. */
const shelfOfStored = (stored: StoredPacks, { subjectId, keyword = '' }: PackFilters): ShelfPack[] =>
  stored
    .filter((pack) => !pack.isPrivate)
    .filter((pack) => subjectId === undefined || pack.subject.id === subjectId)
    .filter((pack) => `${pack.title}\n${pack.label}`.toLowerCase().includes(keyword.toLowerCase()))
    .map(({ packId, title, label, subject, cardCount }) => ({ id: packId, title, label, subject, cardCount }))

const withProgress = (
  packs: readonly ShelfPack[],
  local: ReturnType<typeof useProgressOfPacks>,
): ShelfPack[] => packs.map((pack) => ({ ...pack, progress: local?.get(pack.id) ?? pack.progress }))

/**
 * 我的卡包 as the filters of the address want it, one's own packs among them. The whole list is asked for as well: it gives the
 * subjects, stands in while a filter is on its way, and is filtered here while there is no network.
 * @param isCovered a layer lies over the list: nothing is counted again below it
 */
export function useMyPacks(filters: PackFilters, isCovered: boolean) {
  const { api } = useRuntime()
  const hasFilters = Object.keys(filters).length > 0
  const whole = useInfiniteQuery(unlockedQuery(api, {}))
  const filtered = useInfiniteQuery({ ...unlockedQuery(api, filters), enabled: hasFilters })
  const shown = hasFilters ? filtered : whole
  const downloaded = useStoredPacks(whole.isError && whole.data === undefined)
  // No list and nothing downloaded is no empty list: it is not known.
  const stored = downloaded && downloaded.length > 0 ? downloaded : undefined

  const own = useOwnPacks()
  const ownFound = own && filterPacks(own, filters)
  const all = itemsOf(whole.data)
  const listed = itemsOf(shown.data) ?? (all && filterPacks(all, filters))
  const merged =
    listed &&
    ownFound &&
    withOwnPacks(listed, ownFound, {
      compare: orderBy(filters),
      isWhole: shown.data === undefined || !shown.hasNextPage,
    })
  const packs: ShelfPack[] | undefined =
    merged ?? (stored && [...(ownFound ?? []), ...shelfOfStored(stored, filters)])
  const total = whole.data?.pages[0]?.total ?? (stored && stored.filter((pack) => !pack.isPrivate).length)
  const found = shown.data?.pages[0]?.total
  const local = useProgressOfPacks(packs?.map((pack) => pack.id) ?? [], isCovered)

  return {
    packs: packs && withProgress(packs, local),
    /** Of all the student's packs that are loaded. */
    all: all && own && [...all, ...own],
    isWhole: !whole.hasNextPage,
    /** Without filters; undefined while it is not known. */
    total: own && total !== undefined ? total + own.length : undefined,
    found: found === undefined ? packs?.length : found + (ownFound?.length ?? 0),
    isUnanswered: shown.isError && isUnanswered(shown.error),
    error: shown.error,
    failureReason: shown.failureReason,
    isFetching: shown.isFetching,
    refetch: () => Promise.all([whole.refetch(), hasFilters && filtered.refetch()]),
    more: {
      status: moreStatus(shown),
      load: () => void shown.fetchNextPage(),
    },
  }
}
