type Endless = { hasNextPage: boolean; isFetchingNextPage: boolean; isFetchNextPageError: boolean }

/** Where a list that goes on stands at its end; what `LoadMore` of the kit shows. */
export const moreStatus = (query: Endless): 'more' | 'loading' | 'failed' | 'end' => {
  if (query.isFetchingNextPage) return 'loading'
  if (query.isFetchNextPageError) return 'failed'
  return query.hasNextPage ? 'more' : 'end'
}
