import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/**
 * A small choice of one account on this device, such as the last grade. It is kept with the first
 * frame's slice, so it is there at once and leaves with the sign-out.
 */
export function useRemembered<T>(name: string, initial: T): [T, (next: T) => void] {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['remembered', name],
    queryFn: () => initial,
    initialData: initial,
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { persist: 'first-frame' },
  })
  const remember = useCallback(
    (next: T) => void client.setQueryData(['remembered', name], next),
    [client, name],
  )
  return [data ?? initial, remember]
}
