import { useQuery, type InfiniteData } from '@tanstack/react-query'
import type { Reply } from '#contract/api.ts'

type Unlocked = InfiniteData<Reply<'GET /card-packs/unlocked'>>

/** How many packs the student has, once another part of the screen has read the list: it asks nothing itself. */
export const useKnownPackCount = (): number | undefined =>
  useQuery<Unlocked, Error, number | undefined>({
    queryKey: ['unlocked', {}],
    enabled: false,
    select: (data) => data.pages[0]?.total,
  }).data
