import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { StudiedDays } from './days.repository.ts'
import { changedRuns, lengthOf, type Run } from './streaks.ts'

type Tx = Transaction<Schema>

/** For each day the run that holds it or ends beside it, and the one that begins beside it. */
const runsNear = async (tx: Tx, studentId: string, days: readonly string[]): Promise<Run[]> => {
  const { rows } = await sql<Run>`
    select distinct run.first_day as "firstDay", run.last_day as "lastDay"
    from unnest(${days}::date[]) as near (day) cross join lateral (
      select first_day, last_day from study_streaks
      where student_id = ${studentId} and first_day <= near.day + 1
      order by first_day desc limit 2
    ) as run`.execute(tx)
  return rows
}

export async function insertRuns(tx: Tx, studentId: string, runs: readonly Run[]): Promise<void> {
  if (runs.length === 0) return
  const rows = runs.map((run) => ({ ...run, days: lengthOf(run) }))
  await sql`
    insert into study_streaks (student_id, first_day, last_day, days)
    select ${studentId}, t."firstDay", t."lastDay", t.days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t("firstDay" date, "lastDay" date, days integer)`.execute(tx)
}

/** Brings the runs up to date with days that got their first answer or lost their last one. */
export async function changeRuns(tx: Tx, studentId: string, changed: StudiedDays): Promise<void> {
  const days = [...changed.begun, ...changed.emptied]
  // The usual batch comes to a day that has answers already.
  if (days.length === 0) return
  const known = await runsNear(tx, studentId, days)
  await sql`
    delete from study_streaks
    where student_id = ${studentId} and first_day = any(${known.map((run) => run.firstDay)}::date[])`.execute(
    tx,
  )
  await insertRuns(tx, studentId, changedRuns(known, changed))
}

export type Streak = { current: number; longest: number }

/**
 * The streak as `streakOf` of the contract computes it from all study days, and the longest there ever was: two
 * rows by index, however long the history.
 * @param today the student's study day, which may still be empty
 */
export async function readStreak(db: Kysely<Schema>, studentId: string, today: string): Promise<Streak> {
  const { rows } = await sql<Streak>`
    select
      coalesce((
        select case when last_day >= ${today}::date - 1 then least(last_day, ${today}::date) - first_day + 1 else 0 end
        from study_streaks where student_id = ${studentId} and first_day <= ${today}::date
        order by first_day desc limit 1), 0) as current,
      coalesce((
        select days from study_streaks where student_id = ${studentId} order by days desc limit 1), 0) as longest
    `.execute(db)
  return rows[0]!
}
