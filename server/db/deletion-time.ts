import { deletionCoolingOffDays } from '#contract/limits.ts'

const dayMs = 86_400_000

/** When a deletion that was asked for takes effect: from then on nobody is signed in to the account. */
export const deletionAtOf = (requestedAt: Date | null): Date | null =>
  requestedAt && new Date(requestedAt.getTime() + deletionCoolingOffDays * dayMs)

/** Accounts whose deletion was asked for by then have come to their end. */
export const deletionsDueAt = (now: Date): Date => new Date(now.getTime() - deletionCoolingOffDays * dayMs)

export const isDeletionDue = (requestedAt: Date | null, now: Date): boolean =>
  requestedAt !== null && requestedAt <= deletionsDueAt(now)
