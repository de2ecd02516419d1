import { forecastDays, trendWeeks } from '#contract/limits.ts'
import { xpForDailyGoal } from '#contract/progress.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import { addDays, dayOf } from '#contract/study-day.ts'
import type { Deps } from '#server/deps.ts'
import { countedRecord } from './counted-record.service.ts'
import { readForecast, readRetention, readWeakPoints } from './statistics.repository.ts'
import { readStreak } from './streaks.repository.ts'

/** Weeks begin on Monday. */
const weekStartOf = (day: string): string => {
  const sinceMonday = (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** What /my-learning shows, from counts that were kept while the answers came in. */
export async function statisticsOf(
  deps: Deps,
  studentId: string,
  utcOffsetMinutes: number,
): Promise<StudyStatistics> {
  const { db } = deps.database
  const today = dayOf(deps.clock().getTime(), utcOffsetMinutes)
  const from = addDays(weekStartOf(today), -7 * (trendWeeks - 1))
  const record = await countedRecord(deps, studentId)
  const [streak, forecast, retention, weakPoints] = await Promise.all([
    readStreak(db, studentId, today),
    readForecast(db, { studentId, today, days: forecastDays, utcOffsetMinutes }),
    readRetention(db, studentId, { from, weeks: trendWeeks }),
    readWeakPoints(db, studentId),
  ])
  const fromGoals = record.goals_reached * xpForDailyGoal
  return {
    today,
    streakDays: streak.current,
    longestStreakDays: streak.longest,
    studiedDays: record.studied_days,
    forecast,
    retention,
    weakPoints,
    maturity: { learning: record.learning_cards, young: record.young_cards, mature: record.mature_cards },
    xp: { total: record.xp, fromGoals, fromAnswers: record.xp - fromGoals },
  }
}
