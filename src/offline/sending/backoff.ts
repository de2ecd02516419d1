const firstDelayMs = 500
const longestDelayMs = 5 * 60_000

/** However long a server asks to be left alone: what it says by mistake must not keep answers on the device. */
const longestWaitMs = 10 * 60_000

/**
 * How long to wait after a number of failed attempts: full jitter over a doubling window, from half a
 * second to five minutes (Exponential Backoff And Jitter, AWS Architecture Blog), never less than the
 * server asked for, up to ten minutes.
 */
export function backoffMs(attempts: number, retryAfterSeconds: number | null, random: () => number): number {
  const window = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(attempts, 20))
  const asked = Math.min(longestWaitMs, (retryAfterSeconds ?? 0) * 1000)
  return Math.max(Math.round(window * random()), asked)
}

/** Whether a wait that was noted still holds. A longer one was set by a clock that has been put back since. */
export function stillWaits(until: number | undefined, now: number): until is number {
  return until !== undefined && until > now && until <= now + longestWaitMs
}
