/**
 * What the device knows of the server's clock. A student's answers belong to the day on which they were given,
 * whatever the device's own clock says, and whenever that is put right.
 */

/** The server's clock and the device's, at the same moment (epoch milliseconds). */
export type ClockReading = { serverMs: number; deviceMs: number }

/** Within it the network alone may explain a difference; the server has the same. */
const toleranceMs = 5 * 60_000

/** No one is without a network for so long while such a clock runs on. */
const farBehindMs = 30 * 86_400_000

export type TrustedClock = {
  take: (reading: ClockReading) => void
  /** What has to be added to the device's clock; 0 while that is right, null while it is not known. */
  offsetMs: () => number | null
}

/**
 * @param now the device's clock, which may be wrong, or put right at any time
 * @param monotonicMs goes on whatever happens to that clock
 */
export function createTrustedClock(now: () => number, monotonicMs: () => number): TrustedClock {
  let reading: ClockReading | null = null
  let takenAtMs = 0
  return {
    take: (next) => {
      reading = next
      takenAtMs = monotonicMs()
    },
    offsetMs: () => {
      if (reading === null) return null
      const deviceMs = now()
      const lackedMs = reading.serverMs - reading.deviceMs
      // A clock that has gone back since, or that was far behind and has caught up, was set: it lacks nothing known.
      const wasSet = deviceMs < reading.deviceMs || (lackedMs > farBehindMs && deviceMs >= reading.serverMs)
      const lacked = wasSet ? 0 : lackedMs
      const atLeastMs = reading.serverMs + monotonicMs() - takenAtMs
      const offsetMs = Math.round(Math.max(deviceMs + lacked, atLeastMs) - deviceMs)
      return Math.abs(offsetMs) > toleranceMs ? offsetMs : 0
    },
  }
}
