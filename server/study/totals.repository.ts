import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { accountErased } from '#server/lib/errors.ts'
import type { StudyCounts } from './study-counts.ts'

const columns = [
  'version',
  'xp',
  'answers',
  'duration_ms',
  'counts_version',
  'studied_days',
  'goals_reached',
  'learning_cards',
  'young_cards',
  'mature_cards',
] as const

export type StudyTotals = Pick<Selectable<Schema['study_totals']>, (typeof columns)[number]>

export function readTotals(db: Kysely<Schema>, studentId: string): Promise<StudyTotals> {
  return db
    .selectFrom('study_totals')
    .select(columns)
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
}

/** The student's cards with a state, by their ids, from the one after `after`. */
export function listCardsAfter(
  tx: Transaction<Schema>,
  studentId: string,
  { after, limit }: { after: string; limit: number },
) {
  return tx
    .selectFrom('card_states')
    .select(['card_id', 'pack_id'])
    .where('student_id', '=', studentId)
    .where('card_id', '>', after)
    .orderBy('card_id')
    .limit(limit)
    .execute()
}

/** The days with an answer, the first one first. */
export async function listStudiedDays(tx: Transaction<Schema>, studentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('study_days')
    .select('day')
    .where('student_id', '=', studentId)
    .where('answers', '>', 0)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/** Days that are not among the counts have no reviews. */
export async function writeDayCounts(
  tx: Transaction<Schema>,
  studentId: string,
  days: StudyCounts['days'],
): Promise<void> {
  const rows = [...days].map(([day, counts]) => ({ day, ...counts }))
  await sql`
    update study_days set reviews = coalesce(t.reviews, 0), recalled = coalesce(t.recalled, 0)
    from study_days d left join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(day date, reviews integer, recalled integer) on t.day = d.day
    where d.student_id = ${studentId} and study_days.student_id = d.student_id and study_days.day = d.day`.execute(
    tx,
  )
}

export async function clearPackCounts(tx: Transaction<Schema>, studentId: string): Promise<void> {
  await tx.deleteFrom('study_packs').where('student_id', '=', studentId).execute()
}

export async function clearRuns(tx: Transaction<Schema>, studentId: string): Promise<void> {
  await tx.deleteFrom('study_streaks').where('student_id', '=', studentId).execute()
}

/** The totals of the days as they stand, and that they hold the whole record. */
export async function writeCountedTotals(
  tx: Transaction<Schema>,
  studentId: string,
  maturity: StudyCounts['maturity'],
): Promise<void> {
  await sql`
    update study_totals set
      statistics_version = version, counts_version = version,
      studied_days = (select count(*) from study_days where student_id = ${studentId} and answers > 0),
      goals_reached = (
        select count(*) from study_days where student_id = ${studentId} and goal_reached_at is not null),
      learning_cards = ${maturity.learning}, young_cards = ${maturity.young}, mature_cards = ${maturity.mature}
    where student_id = ${studentId}`.execute(tx)
}
