import { useQuery, type InfiniteData } from '@tanstack/react-query'

type Listed = InfiniteData<{ total: number }>

const useKnownTotal = (queryKey: readonly unknown[]): number | undefined =>
  useQuery<Listed, Error, number | undefined>({
    queryKey,
    enabled: false,
    select: (data) => data.pages[0]?.total,
  }).data

/**
 * How many packs the student has, one's own included, once another part of the screen has read the lists: it asks
 * nothing itself.
 */
export function useKnownPackCount(): number | undefined {
  const unlocked = useKnownTotal(['unlocked', {}])
  const own = useKnownTotal(['private-packs'])
  if (unlocked === undefined) return undefined
  // None of the library, and the student's own are not known: not none.
  return unlocked === 0 ? own : unlocked + (own ?? 0)
}
