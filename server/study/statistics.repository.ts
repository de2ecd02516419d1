import { sql, type Kysely, type Transaction } from 'kysely'
import type { StudyStatistics } from '#contract/statistics.ts'
import { addDays, endOfDay } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'
import type { StudyCounts } from './study-counts.ts'

type Db = Kysely<Schema>

/** Adds to the counts by pack. */
export async function addToPacks(
  tx: Transaction<Schema>,
  studentId: string,
  packs: StudyCounts['packs'],
): Promise<void> {
  const rows = [...packs]
    .map(([packId, counts]) => ({ packId, ...counts }))
    .filter((counts) => [counts.reviews, counts.recalled, counts.lapsedCards, counts.seenCards].some(Boolean))
  if (rows.length === 0) return
  await sql`
    insert into study_packs (student_id, pack_id, reviews, recalled, lapsed_cards, seen_cards)
    select ${studentId}, t."packId", t.reviews, t.recalled, t."lapsedCards", t."seenCards"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t("packId" uuid, reviews integer, recalled integer, "lapsedCards" integer, "seenCards" integer)
    on conflict (student_id, pack_id) do update set
      reviews = study_packs.reviews + excluded.reviews,
      recalled = study_packs.recalled + excluded.recalled,
      lapsed_cards = study_packs.lapsed_cards + excluded.lapsed_cards,
      seen_cards = study_packs.seen_cards + excluded.seen_cards`.execute(tx)
}

/** Fewer say nothing about a knowledge point. */
const leastReviews = 10
const mostWeakPoints = 10

/** By the knowledge points that the packs have now; private packs have none. */
export async function readWeakPoints(db: Db, studentId: string): Promise<StudyStatistics['weakPoints']> {
  const { rows } = await sql<{
    point: { id: string; name: string }
    subject: { id: string; name: string }
    reviews: number
    recalled: number
    lapsedCards: number
  }>`
    select json_build_object('id', k.id, 'name', k.name) as point,
      json_build_object('id', s.id, 'name', s.name) as subject, counted.*
    from (
      select p.knowledge_point_id, sum(sp.reviews)::integer as reviews, sum(sp.recalled)::integer as recalled,
        sum(sp.lapsed_cards)::integer as "lapsedCards"
      from study_packs sp join card_packs p on p.id = sp.pack_id
      where sp.student_id = ${studentId} and p.knowledge_point_id is not null
      group by p.knowledge_point_id
      having sum(sp.reviews) >= ${leastReviews}
    ) as counted
    join knowledge_points k on k.id = counted.knowledge_point_id
    join subjects s on s.id = k.subject_id
    order by counted.recalled::float8 / counted.reviews, counted.reviews desc, k.id
    limit ${mostWeakPoints}`.execute(db)
  return rows.map(({ point, subject, reviews, recalled, lapsedCards }) => ({
    knowledgePoint: point,
    subject,
    answers: reviews,
    recalled,
    lapsedCards,
  }))
}

/** Answers to cards in review by week. @param from the first day of a week */
export async function readRetention(
  db: Db,
  studentId: string,
  { from, weeks }: { from: string; weeks: number },
): Promise<StudyStatistics['retention']> {
  const { rows } = await sql<{ week: number; answers: number; recalled: number }>`
    select (day - ${from}::date) / 7 as week, sum(reviews)::integer as answers, sum(recalled)::integer as recalled
    from study_days
    where student_id = ${studentId} and day >= ${from}::date and day < ${from}::date + ${weeks * 7}::integer
    group by 1`.execute(db)
  return Array.from({ length: weeks }, (_, week) => {
    const { answers = 0, recalled = 0 } = rows.find((row) => row.week === week) ?? {}
    return { weekStart: addDays(from, week * 7), answers, recalled }
  })
}

/**
 * Cards of unlocked packs that come due on each study day from `today` on; the first has what is overdue too.
 * The same cards as `dueCards` of today's plan. Read from indexes alone.
 */
export async function readForecast(
  db: Db,
  {
    studentId,
    today,
    days,
    utcOffsetMinutes,
  }: { studentId: string; today: string; days: number; utcOffsetMinutes: number },
): Promise<StudyStatistics['forecast']> {
  const shown = Array.from({ length: days }, (_, index) => addDays(today, index))
  const ends = shown.map((day) => endOfDay(day, utcOffsetMinutes))
  const { rows } = await sql<{ index: number; due: number }>`
    select width_bucket(card_states.due_at, ${ends}::timestamptz[]) as index, count(*)::integer as due
    from card_states
    join unlocks on unlocks.student_id = card_states.student_id and unlocks.pack_id = card_states.pack_id
    join cards on cards.id = card_states.card_id
    where card_states.student_id = ${studentId} and card_states.due_at < ${ends.at(-1)!}
      and card_states.reps > 0 and cards.removed_at is null
    group by 1`.execute(db)
  return shown.map((day, index) => ({ day, due: rows.find((row) => row.index === index)?.due ?? 0 }))
}
