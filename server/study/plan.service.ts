import { sql } from 'kysely'
import { defaultStudyConfig } from '#contract/account.ts'
import { planOf } from '#contract/progress.ts'
import { addDays, dayOf, endOfDay } from '#contract/study-day.ts'
import type { StudySummary, TodayPlan } from '#contract/study.ts'
import type { Deps } from '#server/deps.ts'
import { accountErased, fail } from '#server/http/errors.ts'
import { countedRecord } from './counted-record.ts'
import { lastDays, readDay } from './days.repository.ts'
import { readStreak } from './streaks.repository.ts'

const summaryDays = 400

const isRealDay = (day: string): boolean => {
  const instant = new Date(`${day}T00:00:00.000Z`)
  return !Number.isNaN(instant.getTime()) && addDays(day, 0) === day
}

/**
 * Never more than the last 400 days, however far back `since` lies: a device that asks without it gets as many.
 * @throws ExpectedError `invalid_input` when `since` is no day of the calendar
 */
export const summaryOf = async (
  deps: Deps,
  studentId: string,
  since: string | undefined,
): Promise<StudySummary> => {
  const { db } = deps.database
  if (since !== undefined && !isRealDay(since)) return fail('invalid_input', { field: '起始日期' })
  const totals = await db
    .selectFrom('study_totals')
    .innerJoin('wallets', 'wallets.student_id', 'study_totals.student_id')
    .select(['version', 'xp', 'answers', 'duration_ms as durationMs', 'coins'])
    .where('study_totals.student_id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
  return { days: await lastDays(db, studentId, { count: summaryDays, since }), totals }
}

type Counts = { due: number; unseen: number }

/**
 * Counts over the unlocked packs, whose counts must hold the whole record. New cards are what a pack has beyond
 * those that were seen and are still there: of the cards themselves only removed ones are looked at.
 */
const countCards = async (
  deps: Deps,
  { studentId, before }: { studentId: string; before: string },
): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::integer from card_states
        join unlocks on unlocks.student_id = card_states.student_id and unlocks.pack_id = card_states.pack_id
        join cards on cards.id = card_states.card_id
        where card_states.student_id = ${studentId} and card_states.due_at < ${before}
          and card_states.reps > 0 and cards.removed_at is null) as due,
      (select coalesce(sum(card_packs.card_count - coalesce(study_packs.seen_cards, 0) + seen.removed), 0)::integer
        from unlocks
        join card_packs on card_packs.id = unlocks.pack_id
        left join study_packs
          on study_packs.student_id = unlocks.student_id and study_packs.pack_id = unlocks.pack_id
        cross join lateral (
          select count(*) as removed from cards
          join card_states on card_states.student_id = unlocks.student_id and card_states.card_id = cards.id
          where cards.pack_id = unlocks.pack_id and cards.removed_at is not null and card_states.reps > 0
        ) as seen
        where unlocks.student_id = ${studentId}) as unseen`.execute(deps.database.db)
  return rows[0]!
}

/** What to study today, over all unlocked packs. */
export const todayPlan = async (
  deps: Deps,
  studentId: string,
  utcOffsetMinutes: number,
): Promise<TodayPlan> => {
  const { db } = deps.database
  const day = dayOf(deps.clock().getTime(), utcOffsetMinutes)
  const record = await countedRecord(deps, studentId)
  const student = await db
    .selectFrom('students')
    .select('study_config')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
  const config = { ...defaultStudyConfig, ...student.study_config }
  const [today, streak, counts] = await Promise.all([
    readDay(db, studentId, day),
    readStreak(db, studentId, day),
    countCards(deps, { studentId, before: endOfDay(day, utcOffsetMinutes) }),
  ])
  return planOf({
    day,
    dueCards: counts.due,
    unseenCards: counts.unseen,
    introducedToday: today?.newCards ?? 0,
    today,
    streakDays: streak.current,
    xp: record.xp,
    pace: { answers: record.answers, durationMs: record.duration_ms },
    config,
  })
}
