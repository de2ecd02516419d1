import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { dayMs } from '#contract/study-day.ts'
import type { StudyDay } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'

const dayColumns = [
  'day',
  'answers',
  'new_cards',
  'duration_ms',
  'goal_reached_at',
  'cards',
  'plan_cards',
] as const

const dayOfRow = (row: Pick<Selectable<Schema['study_days']>, (typeof dayColumns)[number]>): StudyDay => ({
  day: row.day,
  answers: row.answers,
  newCards: row.new_cards,
  durationMs: row.duration_ms,
  goalReached: row.goal_reached_at !== null,
  ...(row.cards !== null && { cards: row.cards }),
  ...(row.plan_cards !== null && { planCards: row.plan_cards }),
})

/** How much one study day changes; `received` counts undone answers too and never falls. */
export type DayChange = {
  answers: number
  newCards: number
  durationMs: number
  received: number
  /** Answers to cards in review, and how many of them were 困难 or better. */
  reviews: number
  recalled: number
}

/** Days that got their first answer, and days that lost their last one. */
export type StudiedDays = { begun: string[]; emptied: string[] }

/** Adds to the days, making those that are not there. */
export async function addToDays(
  tx: Transaction<Schema>,
  studentId: string,
  changes: ReadonlyMap<string, DayChange>,
): Promise<StudiedDays> {
  if (changes.size === 0) return { begun: [], emptied: [] }
  const rows = [...changes].map(([day, change]) => ({ day, ...change }))
  const changed = await sql<{ day: string; answers: number }>`
    insert into study_days (student_id, day, answers, new_cards, duration_ms, received, reviews, recalled)
    select ${studentId}, t.day, t.answers, t."newCards", t."durationMs", t.received, t.reviews, t.recalled
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(day date, answers integer, "newCards" integer, "durationMs" bigint, received integer,
        reviews integer, recalled integer)
    on conflict (student_id, day) do update set
      answers = study_days.answers + excluded.answers,
      new_cards = study_days.new_cards + excluded.new_cards,
      duration_ms = study_days.duration_ms + excluded.duration_ms,
      received = study_days.received + excluded.received,
      reviews = study_days.reviews + excluded.reviews,
      recalled = study_days.recalled + excluded.recalled
    returning day, answers`.execute(tx)
  const before = ({ day, answers }: { day: string; answers: number }) =>
    answers - (changes.get(day)?.answers ?? 0)
  const begun = changed.rows.filter((row) => row.answers > 0 && before(row) === 0)
  const emptied = changed.rows.filter((row) => row.answers === 0 && before(row) > 0)
  return { begun: begun.map(({ day }) => day), emptied: emptied.map(({ day }) => day) }
}

/**
 * Counts the different cards of the days and marks those that have just come to the goal, once and for all: the rule of
 * `reachesGoal`, read from the stored answers, so that it holds in whatever order they came.
 * @returns the marked days, oldest first
 */
export async function markGoals(
  tx: Transaction<Schema>,
  goal: { studentId: string; days: readonly string[]; firstDay: string; dailyGoal: number; now: Date },
): Promise<string[]> {
  if (goal.days.length === 0) return []
  // A study day begins at most 18 hours before its date does in UTC.
  const since = new Date(Date.parse(goal.days.toSorted()[0]!) - dayMs)
  const counted = sql`
    select day, count(distinct card_id)::integer as cards, min(plan_cards) as plan_cards,
      (count(*) - count(plan_cards))::integer as unplanned
    from study_answers
    where student_id = ${goal.studentId} and answered_at >= ${since} and day = any(${goal.days}::date[])
    group by day`
  const { rows } = await sql<{ day: string }>`
    with counted as (${counted}),
    reached as (
      select d.day from study_days d join counted c on c.day = d.day
      where d.student_id = ${goal.studentId} and d.goal_reached_at is null and d.day >= ${goal.firstDay}
        and (c.cards >= least(${goal.dailyGoal}::integer, c.plan_cards) or c.unplanned >= ${goal.dailyGoal})
    ),
    changed as (
      update study_days d set cards = c.cards, plan_cards = c.plan_cards,
        goal_reached_at = case when d.day in (select day from reached) then ${goal.now}::timestamptz
          else d.goal_reached_at end
      from counted c where d.student_id = ${goal.studentId} and d.day = c.day
    )
    select day from reached`.execute(tx)
  return rows.map((row) => row.day).toSorted()
}

export async function readDays(
  tx: Transaction<Schema>,
  studentId: string,
  days: readonly string[],
): Promise<StudyDay[]> {
  const rows = await tx
    .selectFrom('study_days')
    .select(dayColumns)
    .where('student_id', '=', studentId)
    .where('day', 'in', sql<string>`(select unnest(${days}::date[]))`)
    .orderBy('day')
    .execute()
  return rows.map(dayOfRow)
}

export async function readDay(
  db: Kysely<Schema>,
  studentId: string,
  day: string,
): Promise<StudyDay | undefined> {
  const row = await db
    .selectFrom('study_days')
    .select(dayColumns)
    .where('student_id', '=', studentId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row && dayOfRow(row)
}

/** The last `count` days with a record, of those after `since` where it is given; oldest first. */
export async function lastDays(
  db: Kysely<Schema>,
  studentId: string,
  { count, since }: { count: number; since: string | undefined },
): Promise<StudyDay[]> {
  const rows = await db
    .selectFrom('study_days')
    .select(dayColumns)
    .where('student_id', '=', studentId)
    .$if(since !== undefined, (query) => query.where('day', '>', since!))
    .orderBy('day', 'desc')
    .limit(count)
    .execute()
  return rows.map(dayOfRow).toReversed()
}
