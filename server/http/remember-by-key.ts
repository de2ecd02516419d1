import { LRUCache } from 'lru-cache'

/**
 * Keeps what `load` found for a key for a while, so that a question which a whole class asks at once costs one
 * query. Callers that come together share it; neither a failure nor an absence is kept.
 */
export const rememberByKey = <T>(
  load: (key: string) => Promise<T | undefined>,
  options: { forMs: number; max: number; clock: () => Date },
): ((key: string) => Promise<T | undefined>) => {
  const kept = new LRUCache<string, Promise<T | undefined>>({
    max: options.max,
    ttl: options.forMs,
    ttlResolution: 0,
    perf: { now: () => options.clock().getTime() },
  })
  return (key) => {
    const known = kept.get(key)
    if (known) return known
    const loading = load(key)
    kept.set(key, loading)
    const forget = (): void => {
      if (kept.peek(key) === loading) kept.delete(key)
    }
    loading.then((value) => {
      if (value === undefined) forget()
    }, forget)
    return loading
  }
}
