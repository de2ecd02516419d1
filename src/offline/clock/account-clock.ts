import { readMeta, type AccountDatabase } from '../database.ts'
import type { GivenAnswer } from '../record.ts'
import { isSealed } from '../sealed.ts'
import { createTrustedClock } from './trusted-clock.ts'
import { write } from '../write.ts'

/** The trusted clock of one account: it remembers the server's last word, also from before this start. */
export type AccountClock = {
  /** Epoch milliseconds, as the server would say. */
  now: () => Promise<number>
  /** With the time at which the answer was given, and not what a wrong clock says. */
  dated: (given: GivenAnswer) => Promise<GivenAnswer>
  onServerTime: (serverMs: number) => void
}

export function createAccountClock(database: AccountDatabase, now: () => number): AccountClock {
  const clock = createTrustedClock(now, () => performance.now())
  let remembering: Promise<void> | null = null

  const remember = async (): Promise<void> => {
    const reading = await readMeta(database, 'clock')
    if (reading && clock.offsetMs() === null) clock.take(reading)
  }
  /** Never rejects, and reads once: an answer is recorded whether or not the database is well. */
  const offsetMs = async (): Promise<number | null> => {
    remembering ??= remember().catch(() => undefined)
    await remembering
    return clock.offsetMs()
  }

  return {
    now: async () => now() + ((await offsetMs()) ?? 0),
    dated: async ({ answer, ...given }) => {
      const clockOffsetMs = await offsetMs()
      if (clockOffsetMs === null) return { ...given, answer }
      const answeredAt = new Date(Date.parse(answer.answeredAt) + clockOffsetMs).toISOString()
      return { ...given, answer: { ...answer, answeredAt, clockOffsetMs } }
    },
    onServerTime: (serverMs) => {
      const reading = { serverMs, deviceMs: now() }
      clock.take(reading)
      void write(database, ['meta'], async (tx) => {
        if (!(await isSealed(tx.objectStore('meta')))) await tx.objectStore('meta').put(reading, 'clock')
      }).catch(() => undefined)
    },
  }
}
