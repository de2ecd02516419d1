import { sql, type Transaction } from 'kysely'
import { coinAnswerMs, coinCardsAtLeast } from '#contract/coin-rules.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Of these days, those whose goal is reached with enough different cards, each thought about for a moment, and that
 * are not paid yet. Answers that were taken back count: what only grows cannot depend on the order in which facts come.
 */
export async function findDaysToPay(
  tx: Transaction<Schema>,
  studentId: string,
  days: readonly string[],
): Promise<string[]> {
  if (days.length === 0) return []
  // A study day begins at most 18 hours before its date does in UTC.
  const since = new Date(Date.parse(days.toSorted()[0]!) - dayMs)
  const { rows } = await sql<{ day: string }>`
    with reached as (
      select d.day from study_days d
      where d.student_id = ${studentId} and d.day = any(${days}::date[]) and d.goal_reached_at is not null
        and not exists (
          select 1 from ledger_entries l
          where l.student_id = d.student_id and l.kind = 'daily_goal' and l.reference = d.day::text)
    )
    select reached.day from reached
    join study_answers a on a.student_id = ${studentId} and a.answered_at >= ${since} and a.day = reached.day
    where a.duration_ms >= ${coinAnswerMs}
    group by reached.day
    having count(distinct a.card_id) >= ${coinCardsAtLeast}
    order by reached.day`.execute(tx)
  return rows.map(({ day }) => day)
}
