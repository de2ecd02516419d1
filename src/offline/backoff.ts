const firstDelayMs = 500
const longestDelayMs = 5 * 60_000

/**
 * How long to wait after a number of failed attempts: full jitter over a doubling window, from half a
 * second to five minutes (Exponential Backoff And Jitter, AWS Architecture Blog), never less than the
 * server asked for.
 */
export const backoffMs = (
  attempts: number,
  retryAfterSeconds: number | null,
  random: () => number,
): number => {
  const window = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20))
  return Math.max(Math.round(window * random()), (retryAfterSeconds ?? 0) * 1000)
}
