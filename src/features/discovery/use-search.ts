import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { cardSearchQuery, packSearchQuery } from '#src/queries/discovery.ts'
import { itemsOf, moreStatus } from '#src/queries/endless.ts'
import { useRuntime } from '#src/queries/runtime.ts'

/** Packs and single cards for a keyword; while a new one is on its way, what the last one found. */
export function useSearch(keyword: string) {
  const { api } = useRuntime()
  const packs = useInfiniteQuery({ ...packSearchQuery(api, keyword), placeholderData: keepPreviousData })
  const cards = useInfiniteQuery({ ...cardSearchQuery(api, keyword), placeholderData: keepPreviousData })
  /** Once the first try is over, though a repeat goes on behind it. */
  const failureOf = (query: typeof packs | typeof cards): Error | null =>
    query.data === undefined || query.isPlaceholderData ? query.failureReason : null

  return {
    packs: itemsOf(packs.data),
    packTotal: packs.data?.pages[0]?.total ?? 0,
    morePacks: { status: moreStatus(packs), onMore: () => void packs.fetchNextPage() },
    cards: itemsOf(cards.data),
    cardTotal: cards.data?.pages[0]?.total ?? 0,
    moreCards: { status: moreStatus(cards), onMore: () => void cards.fetchNextPage() },
    isOld: packs.isPlaceholderData || cards.isPlaceholderData,
    error: failureOf(packs) ?? failureOf(cards),
    isRetrying: packs.isFetching || cards.isFetching,
    retry: () => void Promise.all([packs.refetch(), cards.refetch()]),
  }
}
