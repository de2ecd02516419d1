import type { StudyConfig } from '#contract/account.ts'
import { planOf, streakOf, xpForDailyGoal } from '#contract/progress.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '#contract/study-day.ts'
import type { StudyDay, StudyTotals, TodayPlan } from '#contract/study.ts'
import { readMeta, type AccountDatabase } from './database.ts'
import { isShown } from './schema.ts'

/** Today's plan and totals from the device alone: the server's snapshot with what waits laid over it. */

export type DeviceTime = { now: number; utcOffsetMinutes: number }

const daysForStreak = 400
const noTotals: StudyTotals = { version: 0, xp: 0, answers: 0, durationMs: 0, coins: 0 }

/** XP with the waiting answers, and the goal of a day that only they reached. */
export function projectedXp(
  database: AccountDatabase,
  base: number,
  days: readonly (StudyDay & { base: StudyDay | null })[],
) {
  return database.use(async (connection) => {
    const tx = connection.transaction(['outbox', 'states'])
    let xp = base
    for await (const cursor of tx.objectStore('outbox').index('by-card').iterate(null, 'nextunique')) {
      const row = await tx.objectStore('states').get(cursor.key)
      xp += (isShown(row) ? row.xp : 0) - (row?.base?.xp ?? 0)
    }
    const newGoals = days.filter((day) => day.goalReached && day.base?.goalReached !== true)
    return xp + newGoals.length * xpForDailyGoal
  })
}

/** Study days of the last 400, newest numbers included. */
export function recentDays(database: AccountDatabase, today: string) {
  return database.use((connection) =>
    connection.getAll('days', IDBKeyRange.lowerBound(addDays(today, -daysForStreak))),
  )
}

export async function todayPlan(
  database: AccountDatabase,
  config: Pick<StudyConfig, 'dailyGoal' | 'newCardsPerDay'>,
  time: DeviceTime,
): Promise<TodayPlan> {
  const day = dayOf(time.now, time.utcOffsetMinutes)
  const dueBefore = endOfDay(day, time.utcOffsetMinutes)
  const dueFrom = startOfDay(day, time.utcOffsetMinutes)
  const [counts, days, totals] = await Promise.all([
    database.use(async (connection) => {
      const tx = connection.transaction(['states', 'unseen'])
      const [dueCards, unseenCards, introducedToday] = await Promise.all([
        tx.objectStore('states').index('by-due').count(IDBKeyRange.upperBound(dueBefore, true)),
        tx.objectStore('unseen').count(),
        tx.objectStore('states').index('by-introduction').count(day),
      ])
      // Answered today and due today again: only a learning step comes back within its day.
      const isDueToday = IDBKeyRange.bound(dueFrom, dueBefore, false, true)
      let startedCards = 0
      for await (const { value: row } of tx.objectStore('states').index('by-due').iterate(isDueToday))
        if (isShown(row) && row.lastAnsweredAt >= dueFrom) startedCards += 1
      return { dueCards, startedCards, unseenCards, introducedToday }
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
export async function canPlan(database: AccountDatabase): Promise<boolean> {
  return (await readMeta(database, 'isSynced')) ?? false
}
