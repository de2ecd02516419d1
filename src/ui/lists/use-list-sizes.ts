import { useCallback, useEffect, useRef, useState } from 'react'
import type { CacheSnapshot } from 'virtua'
import { keepSizes, keptSizes } from './list-sizes.ts'

type Measured = { readonly cache: CacheSnapshot }

/** Row heights as they were, for a virtual list: kept when the list goes or the page is left. */
export function useListSizes(memoryKey: string, total: number) {
  const list = useRef<Measured>(null)
  const ref = useCallback((measured: Measured | null): void => void (list.current = measured), [])
  const [cache] = useState(() => keptSizes<CacheSnapshot>(memoryKey, total))
  useEffect(() => {
    const handle = list.current
    const keep = (): void => {
      if (handle !== null) keepSizes(memoryKey, total, handle.cache)
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [memoryKey, total])
  return { ref, cache }
}
