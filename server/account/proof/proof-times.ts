import { proofWaitHours, proofWaitOpenHours } from '#contract/limits.ts'

export type Asking = { studentId: string; sessionId: string; now: Date }

const hourMs = 3_600_000

/** When a wait that was begun then lets its session change things, and until when. */
export function waitOf(askedAt: Date): { readyAt: Date; endsAt: Date } {
  const readyMs = askedAt.getTime() + proofWaitHours * hourMs
  return { readyAt: new Date(readyMs), endsAt: new Date(readyMs + proofWaitOpenHours * hourMs) }
}

/** Waits begun before that are over. */
export function endedWaitsBegan(now: Date): Date {
  return new Date(now.getTime() - (proofWaitHours + proofWaitOpenHours) * hourMs)
}
