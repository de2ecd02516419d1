import type { StudyConfig } from './account.ts'
import type { StudyDay, TodayPlan } from './study.ts'
import { addDays } from './study-day.ts'

/** Rules of progress that page and server compute alike: XP, ranks, streak, today's plan. */

export const xpForFirstCorrect = 10
export const xpForReview = { 1: 1, 2: 3, 3: 5, 4: 5 } as const
export const xpForDailyGoal = 50

/** Days of stability from which a card counts as mastered (Anki's "mature"). */
export const masteredStabilityDays = 21

export const ranks = [
  { name: '书童', fromXp: 0 },
  { name: '童生', fromXp: 200 },
  { name: '秀才', fromXp: 600 },
  { name: '举人', fromXp: 1_400 },
  { name: '贡士', fromXp: 3_000 },
  { name: '进士', fromXp: 6_000 },
  { name: '探花', fromXp: 11_000 },
  { name: '榜眼', fromXp: 19_000 },
  { name: '状元', fromXp: 32_000 },
  { name: '翰林', fromXp: 50_000 },
] as const

export type Rank = {
  /** 1 to 10. */
  level: number
  name: string
  fromXp: number
  /** Null at the highest rank. */
  next: { name: string; fromXp: number } | null
}

/** The rank of a total of XP. */
export const rankOf = (xp: number): Rank => {
  const above = ranks.findIndex((rank) => rank.fromXp > xp)
  const index = above === -1 ? ranks.length - 1 : Math.max(0, above - 1)
  return { level: index + 1, ...ranks[index]!, next: ranks[index + 1] ?? null }
}

/**
 * Study days in a row up to today. A day counts with at least one answer; today may still be empty.
 * @param days in any order
 */
export const streakOf = (days: readonly Pick<StudyDay, 'day' | 'answers'>[], today: string): number => {
  const studied = new Set(days.filter((entry) => entry.answers > 0).map((entry) => entry.day))
  let day = studied.has(today) ? today : addDays(today, -1)
  let length = 0
  while (studied.has(day)) {
    length += 1
    day = addDays(day, -1)
  }
  return length
}

const defaultSecondsPerAnswer = 12

/** Minutes for a number of cards at the student's own pace, between 3 and 60 seconds an answer. */
export const estimateMinutes = (cards: number, pace: { answers: number; durationMs: number }): number => {
  const seconds =
    pace.answers < 20
      ? defaultSecondsPerAnswer
      : Math.min(60, Math.max(3, pace.durationMs / pace.answers / 1000))
  return cards === 0 ? 0 : Math.max(1, Math.round((cards * seconds) / 60))
}

export type PlanFacts = {
  day: string
  dueCards: number
  /** Cards of unlocked packs that were never answered. */
  unseenCards: number
  /** Cards whose first answer was today. */
  introducedToday: number
  /** Undefined: nothing was recorded on it. */
  today: StudyDay | undefined
  streakDays: number
  xp: number
  pace: { answers: number; durationMs: number }
  config: Pick<StudyConfig, 'dailyGoal' | 'newCardsPerDay'>
}

/** Today's plan from counted facts; the page and the server count differently and agree here. */
export const planOf = (facts: PlanFacts): TodayPlan => {
  const newCards = Math.min(
    facts.unseenCards,
    Math.max(0, facts.config.newCardsPerDay - facts.introducedToday),
  )
  const answered = facts.today?.answers ?? 0
  return {
    day: facts.day,
    dueCards: facts.dueCards,
    newCards,
    answered,
    goal: facts.config.dailyGoal,
    goalReached: facts.today?.goalReached ?? false,
    estimatedMinutes: estimateMinutes(facts.dueCards + newCards, facts.pace),
    streakDays: facts.streakDays,
    xp: facts.xp,
  }
}
