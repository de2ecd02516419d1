import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { StudyDay } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'

const dayColumns = ['day', 'answers', 'new_cards', 'duration_ms', 'goal_reached_at'] as const

const dayOfRow = (row: Pick<Selectable<Schema['study_days']>, (typeof dayColumns)[number]>): StudyDay => ({
  day: row.day,
  answers: row.answers,
  newCards: row.new_cards,
  durationMs: row.duration_ms,
  goalReached: row.goal_reached_at !== null,
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
export const addToDays = async (
  tx: Transaction<Schema>,
  studentId: string,
  changes: ReadonlyMap<string, DayChange>,
): Promise<StudiedDays> => {
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

/** Marks the days that have just come to the goal, once for ever. @returns them, oldest first */
export const markGoals = async (
  tx: Transaction<Schema>,
  goal: { studentId: string; days: readonly string[]; firstDay: string; dailyGoal: number; now: Date },
): Promise<string[]> => {
  if (goal.days.length === 0) return []
  const { rows } = await sql<{ day: string }>`
    update study_days set goal_reached_at = ${goal.now}
    where student_id = ${goal.studentId} and day = any(${goal.days}::date[]) and day >= ${goal.firstDay}
      and goal_reached_at is null and received >= ${goal.dailyGoal}
    returning day`.execute(tx)
  return rows.map((row) => row.day).toSorted()
}

export const readDays = async (
  tx: Transaction<Schema>,
  studentId: string,
  days: readonly string[],
): Promise<StudyDay[]> => {
  const rows = await tx
    .selectFrom('study_days')
    .select(dayColumns)
    .where('student_id', '=', studentId)
    .where('day', 'in', sql<string>`(select unnest(${days}::date[]))`)
    .orderBy('day')
    .execute()
  return rows.map(dayOfRow)
}

export const readDay = async (
  db: Kysely<Schema>,
  studentId: string,
  day: string,
): Promise<StudyDay | undefined> => {
  const row = await db
    .selectFrom('study_days')
    .select(dayColumns)
    .where('student_id', '=', studentId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row && dayOfRow(row)
}

/** The last `count` days with a record, of those after `since` where it is given; oldest first. */
export const lastDays = async (
  db: Kysely<Schema>,
  studentId: string,
  { count, since }: { count: number; since: string | undefined },
): Promise<StudyDay[]> => {
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
