/** Pages of a list that goes on. Rows may come into it while one turns them. */

export type PageParam = { page: number; asOf?: string }
export const firstPage: PageParam = { page: 1 }

/** After `last`, of the list as it was when its first page came: see `PageQuery` of the contract. */
export function nextPage(last: { page: number; hasMore: boolean; asOf: string }): PageParam | undefined {
  return last.hasMore ? { page: last.page + 1, asOf: last.asOf } : undefined
}

/**
 * The items of all pages; undefined before the first. One that moved to a later page since, because of what
 * was answered, taken away or committed late, stays where it was first.
 */
export function itemsOf<T extends { id: string }>(
  data: { pages: readonly { items: readonly T[] }[] } | undefined,
): T[] | undefined {
  if (data === undefined) return undefined
  const byId = new Map<string, T>()
  for (const { items } of data.pages) {
    for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item)
  }
  return [...byId.values()]
}

type Endless = { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean }

/** Where a list that goes on stands at its end; what `LoadMore` of the kit shows. */
export function moreStatus(query: Endless): 'more' | 'loading' | 'failed' | 'end' {
  if (query.isFetchingNextPage) return 'loading'
  if (query.isFetchNextPageError) return 'failed'
  return query.hasNextPage ? 'more' : 'end'
}
