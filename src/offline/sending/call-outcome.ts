import { requestTimeoutMs } from '#contract/constants.ts'
import type { CallRefusal } from './acknowledge.ts'
import type { AccountDatabase } from '../database.ts'
import type { DrainOutcome } from './drain.ts'
import { callOfKey } from './outbox.ts'

/** What became of one call of the session, for a screen that says so. */
export type CallOutcome =
  /** The server has said that it is done. */
  | { status: 'sent' }
  /** The server declined, in these words; the row keeps them. */
  | ({ status: 'refused' } & CallRefusal)
  /** No network, a server in trouble, or not yet its turn: it is on the disk and goes up by itself. */
  | { status: 'waiting' }

/** Another tab, or this one, is sending: it reports when it is done, unless it dies. */
const busyPauseMs = 500

const pause = (ms: number, untilTold: (told: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(over, ms)
    const stop = untilTold(over)
  })

/** @returns null while it may still go in this try */
const settled = async (
  database: AccountDatabase,
  coalesceKey: string,
  drained: DrainOutcome,
): Promise<CallOutcome | null> => {
  const call = await callOfKey(database, coalesceKey)
  if (call === undefined) return { status: 'sent' }
  if (call.state === 'refused') {
    const { refusalMessage, refusalShowType, refusalCode } = call
    return { status: 'refused', refusalMessage, refusalShowType, refusalCode }
  }
  return drained.status === 'busy' ? null : { status: 'waiting' }
}

/**
 * Sends, and looks at what became of the call of this key, no matter which tab sent it; of one that was replaced since,
 * what became of the one in its place. Settles within the time that one request may take.
 */
export function callOutcome(
  database: AccountDatabase,
  coalesceKey: string,
  deps: { drain: () => Promise<DrainOutcome>; listen: (told: () => void) => () => void },
): Promise<CallOutcome> {
  const late = new AbortController()
  const watch = async (): Promise<CallOutcome> => {
    while (!late.signal.aborted) {
      const outcome = await settled(database, coalesceKey, await deps.drain())
      if (outcome !== null) return outcome
      await pause(busyPauseMs, deps.listen)
    }
    return { status: 'waiting' }
  }
  const timeout = new Promise<CallOutcome>((resolve) => {
    setTimeout(() => {
      late.abort()
      resolve({ status: 'waiting' })
    }, requestTimeoutMs)
  })
  return Promise.race([watch().catch((): CallOutcome => ({ status: 'waiting' })), timeout])
}
