import { formerShell, startedAt, type ShellCache } from './shell-cache.ts'

/**
 * A new build must start once before it is trusted. Until then the build before stays on the device, and serves again
 * when the new one says that it cannot start, or was handed out twice and never said that it has.
 */

/** A page that has not reported by then will not. */
const startTakesMs = 15_000
const mostTrials = 2
/** Then it may try again: what kept it from starting may have been the device's. */
const remembersMs = 24 * 3_600_000

/** @returns the build whose page is to be shown */
export async function shellToShow(own: ShellCache): Promise<ShellCache> {
  if ((await startedAt(own)) > 0) return own
  const former = await formerShell(own)
  if (former === undefined) return own
  const now = Date.now()
  const isRecent = (at: number): boolean => now - at < remembersMs
  const trials = (await own.noted('tried')).filter((at) => isRecent(at) && now - at > startTakesMs)
  if (trials.length >= mostTrials || (await own.noted('failed')).some(isRecent)) return former
  await own.note('tried')
  return own
}
