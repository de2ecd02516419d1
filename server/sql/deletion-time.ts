import { deletionCoolingOffDays } from '#contract/limits.ts'
import { dayMs } from '#contract/study-day.ts'

/** When a deletion that was asked for takes effect: from then on no session opens the account. */
export function deletionAtOf(requestedAt: Date | null): Date | null {
  return requestedAt && new Date(requestedAt.getTime() + deletionCoolingOffDays * dayMs)
}

/** Accounts whose deletion was asked for by then have come to their end. */
export function deletionsDueAt(now: Date): Date {
  return new Date(now.getTime() - deletionCoolingOffDays * dayMs)
}

export function isDeletionDue(requestedAt: Date | null, now: Date): boolean {
  return requestedAt !== null && requestedAt <= deletionsDueAt(now)
}
