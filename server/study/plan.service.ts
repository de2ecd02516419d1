import { defaultStudyConfig } from '#contract/account.ts'
import { planOf } from '#contract/progress.ts'
import { dayOf, endOfDay, isRealDay, startOfDay } from '#contract/study-day.ts'
import type { StudySummary, TodayPlan } from '#contract/study.ts'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { countedRecord } from './counted-record.service.ts'
import { lastDays, readDay } from './days.repository.ts'
import { countPlannedCards, readStudyConfig, readSummaryTotals } from './plan.repository.ts'
import { readStreak } from './streaks.repository.ts'

const summaryDays = 400

/**
 * Never more than the last 400 days, however far back `since` lies: a device that asks without it gets as many.
 * @throws ExpectedError `invalid_input` when `since` is no day of the calendar
 */
export async function summaryOf(
  deps: Deps,
  studentId: string,
  since: string | undefined,
): Promise<StudySummary> {
  const { db } = deps.database
  if (since !== undefined && !isRealDay(since)) return fail('invalid_input', { field: '起始日期' })
  const totals = await readSummaryTotals(db, studentId)
  return { days: await lastDays(db, studentId, { count: summaryDays, since }), totals }
}

/** What to study today, over all unlocked packs. */
export async function todayPlan(deps: Deps, studentId: string, utcOffsetMinutes: number): Promise<TodayPlan> {
  const { db } = deps.database
  const day = dayOf(deps.clock().getTime(), utcOffsetMinutes)
  const record = await countedRecord(deps, studentId)
  const config = { ...defaultStudyConfig, ...(await readStudyConfig(db, studentId)) }
  const [today, streak, counts] = await Promise.all([
    readDay(db, studentId, day),
    readStreak(db, studentId, day),
    countPlannedCards(db, {
      studentId,
      from: startOfDay(day, utcOffsetMinutes),
      before: endOfDay(day, utcOffsetMinutes),
    }),
  ])
  return planOf({
    day,
    dueCards: counts.due,
    startedCards: counts.started,
    unseenCards: counts.unseen,
    introducedToday: today?.newCards ?? 0,
    today,
    streakDays: streak.current,
    xp: record.xp,
    pace: { answers: record.answers, durationMs: record.duration_ms },
    config,
  })
}
