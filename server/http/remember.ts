/**
 * Keeps the result of `load` for a while; callers that come at once share one load. A failure is not
 * kept.
 */
export const remember = <T>(forMs: number, clock: () => Date, load: () => Promise<T>): (() => Promise<T>) => {
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
