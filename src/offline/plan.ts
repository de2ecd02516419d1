import type { StudyConfig } from '#contract/account.ts'
import { planOf, streakOf, xpForDailyGoal } from '#contract/progress.ts'
import { addDays, dayOf, endOfDay } from '#contract/study-day.ts'
import type { StudyDay, StudyTotals, TodayPlan } from '#contract/study.ts'
import { readMeta, type AccountDatabase } from './database.ts'
import { isShown } from './schema.ts'

/** Today's plan and totals from the device alone: the server's snapshot with what waits laid over it. */

export type DeviceTime = { now: number; utcOffsetMinutes: number }

const daysForStreak = 400
const noTotals: StudyTotals = { version: 0, xp: 0, answers: 0, durationMs: 0, coins: 0 }

/** XP with the waiting answers, and the goal of a day that only they reached. */
const projectedXp = (
  database: AccountDatabase,
  base: number,
  days: readonly (StudyDay & { base: StudyDay | null })[],
) =>
  database.use(async (connection) => {
    const tx = connection.transaction(['outbox', 'states'])
    let xp = base
    for await (const cursor of tx.objectStore('outbox').index('by-card').iterate(null, 'nextunique')) {
      const row = await tx.objectStore('states').get(cursor.key)
      xp += (isShown(row) ? row.xp : 0) - (row?.base?.xp ?? 0)
    }
    const newGoals = days.filter((day) => day.goalReached && day.base?.goalReached !== true)
    return xp + newGoals.length * xpForDailyGoal
  })

/** Study days of the last 400, newest numbers included. */
export const recentDays = (database: AccountDatabase, today: string) =>
  database.use((connection) =>
    connection.getAll('days', IDBKeyRange.lowerBound(addDays(today, -daysForStreak))),
  )

export const todayPlan = async (
  database: AccountDatabase,
  config: Pick<StudyConfig, 'dailyGoal' | 'newCardsPerDay'>,
  time: DeviceTime,
): Promise<TodayPlan> => {
  const day = dayOf(time.now, time.utcOffsetMinutes)
  const dueBefore = endOfDay(day, time.utcOffsetMinutes)
  const [counts, days, totals] = await Promise.all([
    database.use(async (connection) => {
      const tx = connection.transaction(['states', 'unseen'])
      const [dueCards, unseenCards, introducedToday] = await Promise.all([
        tx.objectStore('states').index('by-due').count(IDBKeyRange.upperBound(dueBefore, true)),
        tx.objectStore('unseen').count(),
        tx.objectStore('states').index('by-introduction').count(day),
      ])
      return { dueCards, unseenCards, introducedToday }
    }),
    recentDays(database, day),
    readMeta(database, 'totals'),
  ])
  const base = totals ?? noTotals
  return planOf({
    day,
    ...counts,
    today: days.find((entry) => entry.day === day),
    streakDays: streakOf(days, day),
    config,
    pace: base,
    xp: await projectedXp(database, base.xp, days),
  })
}

/** Whether the device holds enough to plan alone: the server's record was pulled to its end once. */
export const canPlan = async (database: AccountDatabase): Promise<boolean> =>
  (await readMeta(database, 'isSynced')) ?? false
