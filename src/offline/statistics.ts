import { forecastDays } from '#contract/limits.ts'
import { masteredStabilityDays, streakOf, xpForDailyGoal } from '#contract/progress.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import { addDays, dayOf, endOfDay } from '#contract/study-day.ts'
import { readMeta, type AccountDatabase } from './database.ts'
import { projectedXp, recentDays, type DeviceTime } from './plan.ts'
import { isShown } from './schema.ts'

/** The server's statistics with what waits on this device laid over them. Weak points are the server's alone. */

const countedMaturity = (database: AccountDatabase): Promise<StudyStatistics['maturity']> =>
  database.use(async (connection) => {
    const maturity = { learning: 0, young: 0, mature: 0 }
    for (const row of await connection.getAll('states')) {
      if (!isShown(row)) continue
      if (row.phase !== 'review') maturity.learning += 1
      else if (row.stability < masteredStabilityDays) maturity.young += 1
      else maturity.mature += 1
    }
    return maturity
  })

const countedForecast = (
  database: AccountDatabase,
  today: string,
  utcOffsetMinutes: number,
): Promise<StudyStatistics['forecast']> =>
  database.use(async (connection) => {
    const byDue = connection.transaction('states').store.index('by-due')
    const days = Array.from({ length: forecastDays }, (_, index) => addDays(today, index))
    return Promise.all(
      days.map(async (day, index) => {
        const end = endOfDay(day, utcOffsetMinutes)
        const range =
          index === 0
            ? IDBKeyRange.upperBound(end, true)
            : IDBKeyRange.bound(endOfDay(days[index - 1]!, utcOffsetMinutes), end, false, true)
        return { day, due: await byDue.count(range) }
      }),
    )
  })

/** Waiting answers to cards in review, each in its week. */
const withWaitingReviews = (
  database: AccountDatabase,
  retention: StudyStatistics['retention'],
): Promise<StudyStatistics['retention']> =>
  database.use(async (connection) => {
    const tx = connection.transaction(['outbox', 'journal'])
    const weeks = retention.map((week) => ({ ...week }))
    for (const item of await tx.objectStore('outbox').getAll()) {
      if (item.kind !== 'answer' || item.state === 'refused') continue
      const given = await tx.objectStore('journal').get(item.id)
      const week = weeks.filter(({ weekStart }) => weekStart <= item.day).at(-1)
      if (given === undefined || given.undone || given.before?.phase !== 'review' || !week) continue
      week.answers += 1
      week.recalled += given.rating > 1 ? 1 : 0
    }
    return weeks
  })

/**
 * @param snapshot what the server last said
 * @returns also the XP that it has reported since, with the acknowledgement of answers; undefined before the first
 */
export async function shownStatistics(
  database: AccountDatabase,
  snapshot: StudyStatistics,
  time: DeviceTime,
): Promise<{ statistics: StudyStatistics; toldXp: number | undefined }> {
  const today = dayOf(time.now, time.utcOffsetMinutes)
  const days = await recentDays(database, today)
  const toldXp = (await readMeta(database, 'totals'))?.xp
  const base = Math.max(snapshot.xp.total, toldXp ?? 0)
  const total = await projectedXp(database, base, days)
  const newGoals = days.filter((day) => day.goalReached && day.base?.goalReached !== true)
  const newDays = days.filter((day) => day.answers > 0 && !(day.base && day.base.answers > 0))
  const fromGoals = snapshot.xp.fromGoals + newGoals.length * xpForDailyGoal
  const streakDays = streakOf(days, today)
  return {
    toldXp,
    statistics: {
      ...snapshot,
      today,
      streakDays,
      longestStreakDays: Math.max(snapshot.longestStreakDays, streakDays),
      studiedDays: snapshot.studiedDays + newDays.length,
      forecast: await countedForecast(database, today, time.utcOffsetMinutes),
      retention: await withWaitingReviews(database, snapshot.retention),
      maturity: await countedMaturity(database),
      xp: { total, fromGoals, fromAnswers: total - fromGoals },
    },
  }
}
