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
export function rankOf(xp: number): Rank {
  const above = ranks.findIndex((rank) => rank.fromXp > xp)
  const index = above === -1 ? ranks.length - 1 : Math.max(0, above - 1)
  return { level: index + 1, ...ranks[index]!, next: ranks[index + 1] ?? null }
}

/**
 * Study days in a row up to today. A day counts with at least one answer; today may still be empty.
 * @param days in any order
 */
export function streakOf(days: readonly Pick<StudyDay, 'day' | 'answers'>[], today: string): number {
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
const estimateMinutes = (cards: number, pace: { answers: number; durationMs: number }): number => {
  const seconds =
    pace.answers < 20
      ? defaultSecondsPerAnswer
      : Math.min(60, Math.max(3, pace.durationMs / pace.answers / 1000))
  return cards === 0 ? 0 : Math.max(1, Math.round((cards * seconds) / 60))
}

/**
 * Whether a day's goal is reached: as many different cards as the setting says, or as the plan held. Every part only
 * grows, or only shrinks, with more answers, so the order in which they arrive does not matter.
 * @param facts.unplanned answers of apps that do not know the plan: they count one by one, as they did there
 */
export function reachesGoal(facts: {
  cards: number
  planCards: number | undefined
  unplanned: number
  dailyGoal: number
}): boolean {
  const { cards, planCards = Infinity, unplanned, dailyGoal } = facts
  return cards >= Math.min(dailyGoal, planCards) || unplanned >= dailyGoal
}

export type PlanFacts = {
  day: string
  dueCards: number
  /** Due cards that were answered today: learning steps that come back. */
  startedCards: number
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
export function planOf(facts: PlanFacts): TodayPlan {
  const newCards = Math.min(
    facts.unseenCards,
    Math.max(0, facts.config.newCardsPerDay - facts.introducedToday),
  )
  // `cards` holds those whose answers were all taken back.
  const answers = facts.today?.answers ?? 0
  const answered = Math.min(facts.today?.cards ?? answers, answers)
  const left = facts.dueCards - facts.startedCards + newCards
  // A goal that was shown does not move away: cards that come in later are extra.
  const planCards = Math.min(answered + left, facts.today?.planCards ?? Infinity)
  return {
    day: facts.day,
    dueCards: facts.dueCards,
    newCards,
    answered,
    goal: planCards === 0 ? facts.config.dailyGoal : Math.min(facts.config.dailyGoal, planCards),
    planCards,
    goalReached: facts.today?.goalReached ?? false,
    estimatedMinutes: estimateMinutes(facts.dueCards + newCards, facts.pace),
    streakDays: facts.streakDays,
    xp: facts.xp,
  }
}
