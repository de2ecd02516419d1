import { addDays } from '#contract/study-day.ts'
import type { TodayPlan } from '#contract/study.ts'

/**
 * A stored plan as it stands today. One of an earlier day is shown until today's is counted: its cards
 * are still due, but nothing was answered today, and its streak holds only if its day was yesterday and
 * not empty.
 */
export function carriedPlan(plan: TodayPlan, today: string): TodayPlan {
  if (plan.day >= today) return plan
  const isStreakAlive = plan.day === addDays(today, -1) && plan.answered > 0
  return {
    ...plan,
    day: today,
    answered: 0,
    goalReached: false,
    streakDays: isStreakAlive ? plan.streakDays : 0,
  }
}

/**
 * What the card of today shows. `start`: nothing planned and nothing ever learnt, so the student has no
 * pack yet, or none that was counted.
 */
export function planStage(plan: TodayPlan, packCount: number | undefined): 'start' | 'study' | 'finished' {
  if (plan.dueCards + plan.newCards > 0) return 'study'
  const hasPacks = packCount === undefined ? plan.xp > 0 || plan.answered > 0 : packCount > 0
  return hasPacks ? 'finished' : 'start'
}
