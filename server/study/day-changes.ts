import type { CardChange } from './card-change.ts'
import type { DayChange } from './days.repository.ts'
import type { StudyCounts } from './study-counts.ts'

type Counted = { day: string; durationMs: number }

const nothing: DayChange = { answers: 0, newCards: 0, durationMs: 0, received: 0, reviews: 0, recalled: 0 }

/**
 * What a batch adds to each study day.
 * @param stored newly stored answers, undone or not
 * @param undone stored answers that no longer count
 * @param cards for the day on which a card was first met
 * @param counts for what became a review or no longer is one, on whatever day
 */
export function dayChangesOf(batch: {
  stored: readonly (Counted & { undone: boolean })[]
  undone: readonly Counted[]
  cards: readonly CardChange[]
  counts: Pick<StudyCounts, 'days'>
}): ReadonlyMap<string, DayChange> {
  const changes = new Map<string, DayChange>()
  const add = (day: string, part: Partial<DayChange>): void => {
    const sum = { ...(changes.get(day) ?? nothing) }
    for (const key of Object.keys(part) as (keyof DayChange)[]) sum[key] += part[key] ?? 0
    changes.set(day, sum)
  }

  for (const { day, durationMs, undone } of batch.stored) {
    add(day, undone ? { received: 1 } : { received: 1, answers: 1, durationMs })
  }
  for (const { day, durationMs } of batch.undone) add(day, { answers: -1, durationMs: -durationMs })
  for (const { before, after } of batch.cards) {
    if (before?.introducedOn === after?.introducedOn) continue
    if (before) add(before.introducedOn, { newCards: -1 })
    if (after) add(after.introducedOn, { newCards: 1 })
  }
  for (const [day, { reviews, recalled }] of batch.counts.days) {
    if (reviews !== 0 || recalled !== 0) add(day, { reviews, recalled })
  }
  return changes
}

/** Whether the change is one that the contract's `StudyDay` shows. */
export function isShown({ answers, newCards, durationMs, received }: DayChange): boolean {
  return answers !== 0 || newCards !== 0 || durationMs !== 0 || received !== 0
}
