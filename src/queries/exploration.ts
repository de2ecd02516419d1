import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '#src/api/client.ts'

export type FaceFilters = { gradeId?: string; subjectId?: string }

/** The feed of /explore: the same seed gives the same cards in the same order; endless. */
export function cardFacesQuery(api: Api, seed: number, filters: FaceFilters) {
  return infiniteQueryOptions({
    queryKey: ['card-faces', seed, filters],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'GET /exploration/card-faces',
        { seed, ...filters, limit: 10, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // A feed under the thumb must not change by itself.
    staleTime: Infinity,
  })
}
