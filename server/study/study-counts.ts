import { masteredStabilityDays } from '#contract/progress.ts'
import type { ScheduledState } from '#contract/scheduling.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import type { CardChange } from './card-change.ts'

/**
 * What the statistics count of cards, as sums over cards: a changed card takes its old part out and puts its
 * new part in, so that the sums never depend on the order in which facts came.
 */

type ReviewCounts = { reviews: number; recalled: number }
type PackCounts = ReviewCounts & { lapsedCards: number; seenCards: number }
type Maturity = StudyStatistics['maturity']

export type StudyCounts = {
  /** By study day. */
  days: Map<string, ReviewCounts>
  /** By pack id. */
  packs: Map<string, PackCounts>
  maturity: Maturity
}

export function emptyCounts(): StudyCounts {
  return {
    days: new Map(),
    packs: new Map(),
    maturity: { learning: 0, young: 0, mature: 0 },
  }
}

const maturityOf = ({ phase, stability }: ScheduledState): keyof Maturity => {
  if (phase !== 'review') return 'learning'
  return stability < masteredStabilityDays ? 'young' : 'mature'
}

const entryOf = <T>(map: Map<string, T>, key: string, empty: T): T => {
  const entry = map.get(key) ?? empty
  map.set(key, entry)
  return entry
}

/** Adds the difference that one card makes. */
export function countCard(counts: StudyCounts, change: Omit<CardChange, 'cardId'>): void {
  const { before, after, gained, lost } = change
  const pack = entryOf(counts.packs, change.packId, {
    reviews: 0,
    recalled: 0,
    lapsedCards: 0,
    seenCards: 0,
  })
  pack.lapsedCards += Number((after?.lapses ?? 0) > 0) - Number((before?.lapses ?? 0) > 0)
  pack.seenCards += Number(after !== undefined) - Number(before !== undefined)
  if (before) counts.maturity[maturityOf(before)] -= 1
  if (after) counts.maturity[maturityOf(after)] += 1
  for (const [reviews, sign] of [[gained, 1] as const, [lost, -1] as const]) {
    for (const { day, recalled } of reviews) {
      for (const sum of [pack, entryOf(counts.days, day, { reviews: 0, recalled: 0 })]) {
        sum.reviews += sign
        sum.recalled += recalled ? sign : 0
      }
    }
  }
}

/** What the changes of a batch add to the counts. */
export function countsOf(changes: readonly CardChange[]): StudyCounts {
  const counts = emptyCounts()
  for (const change of changes) countCard(counts, change)
  return counts
}
