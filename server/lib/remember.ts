import { LRUCache } from 'lru-cache'

/**
 * What was asked for, kept as a promise, so that callers who come at once share one load. A failure belongs to those
 * who asked while it was loading: it is not kept, and the next caller loads again.
 */

/** Keeps one result for a while. */
export function remember<T>(forMs: number, clock: () => Date, load: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | undefined
  return () => {
    const now = clock().getTime()
    if (kept && now < kept.until) return kept.value
    const value = load()
    const mine = { until: now + forMs, value }
    kept = mine
    value.catch(() => {
      if (kept === mine) kept = undefined
    })
    return value
  }
}

/**
 * Keeps what `load` found for a key for a while, so that a question which a whole class asks at once costs one
 * query. An absence is not kept either. Not the cache's own `fetch`: that fails an absence that is evicted
 * while it loads.
 */
export function rememberByKey<T>(
  load: (key: string) => Promise<T | undefined>,
  options: { forMs: number; max: number; clock: () => Date },
): (key: string) => Promise<T | undefined> {
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

/** Keeps what `make` gives for a key in a record of the caller's, as long as the record lives. */
export function makeOnce<K extends string, T>(
  made: Partial<Record<K, Promise<T>>>,
  key: K,
  make: () => Promise<T>,
): Promise<T> {
  const known = made[key]
  if (known) return known
  const making = make()
  made[key] = making
  making.catch(() => {
    if (made[key] === making) delete made[key]
  })
  return making
}
