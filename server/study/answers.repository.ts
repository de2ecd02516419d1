import { sql, type Transaction } from 'kysely'
import type { StudyConfig } from '#contract/account.ts'
import { maxAnswersPerCard } from '#contract/limits.ts'
import type { StudyStatistics } from '#contract/statistics.ts'
import type { Rating, StudyAnswer, StudyUndo } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'
import { accountErased } from '#server/lib/errors.ts'
import type { CheckedAnswer } from './answer-check.ts'

type Tx = Transaction<Schema>

export type LockedRecord = {
  version: number
  xp: number
  answers: number
  durationMs: number
  /** Whether the counts of `StudyStatistics` hold all that the record holds. */
  isCounted: boolean
  studyConfig: Partial<StudyConfig>
  studentSince: Date
}

/** Takes the student's record for this transaction: everybody else who changes it waits. */
export async function lockRecord(tx: Tx, studentId: string): Promise<LockedRecord> {
  const row = await tx
    .selectFrom('study_totals')
    .innerJoin('students', 'students.id', 'study_totals.student_id')
    .select(['version', 'xp', 'answers', 'duration_ms', 'counts_version'])
    .select(['students.study_config', 'students.created_at'])
    .where('study_totals.student_id', '=', studentId)
    .forUpdate('study_totals')
    .executeTakeFirstOrThrow(accountErased)
  return {
    version: row.version,
    xp: row.xp,
    answers: row.answers,
    durationMs: row.duration_ms,
    isCounted: row.counts_version === row.version,
    studyConfig: row.study_config,
    studentSince: row.created_at,
  }
}

export async function writeTotals(
  tx: Tx,
  studentId: string,
  totals: { version: number; xp: number; answers: number; durationMs: number },
): Promise<void> {
  await tx
    .updateTable('study_totals')
    .set({ version: totals.version, xp: totals.xp, answers: totals.answers, duration_ms: totals.durationMs })
    .where('student_id', '=', studentId)
    .execute()
}

/** Adds to the counts that stand with the totals, and says that the statistics hold the whole record. */
export async function addToStatistics(
  tx: Tx,
  studentId: string,
  added: { studiedDays: number; goals: number; maturity: StudyStatistics['maturity'] },
): Promise<void> {
  await tx
    .updateTable('study_totals')
    .set(({ eb, ref }) => ({
      statistics_version: ref('version'),
      counts_version: ref('version'),
      studied_days: eb('studied_days', '+', added.studiedDays),
      goals_reached: eb('goals_reached', '+', added.goals),
      learning_cards: eb('learning_cards', '+', added.maturity.learning),
      young_cards: eb('young_cards', '+', added.maturity.young),
      mature_cards: eb('mature_cards', '+', added.maturity.mature),
    }))
    .where('student_id', '=', studentId)
    .execute()
}

/** `full`: the student has answered it as often as answers are counted. */
export type CardAccess = 'open' | 'locked' | 'full'

/**
 * Of these ids, the cards that belong to the pack, removed ones too, and whether the student may study them.
 * Another student's private pack looks as if it did not exist.
 */
export async function findCards(
  tx: Tx,
  { studentId, packId, cardIds }: { studentId: string; packId: string; cardIds: readonly string[] },
): Promise<ReadonlyMap<string, CardAccess>> {
  const { rows } = await sql<{ id: string; open: boolean; full: boolean }>`
    select cards.id, coalesce(card_states.reps >= ${maxAnswersPerCard}, false) as full,
      (cards.preview or card_packs.owner_id is not null or exists (
        select 1 from unlocks where unlocks.student_id = ${studentId} and unlocks.pack_id = card_packs.id
      )) as open
    from cards join card_packs on card_packs.id = cards.pack_id
    left join card_states on card_states.student_id = ${studentId} and card_states.card_id = cards.id
    where cards.id = any(${cardIds}::uuid[]) and cards.pack_id = ${packId}
      and (card_packs.owner_id is null or card_packs.owner_id = ${studentId})`.execute(tx)
  return new Map(rows.map(({ id, open, full }) => [id, open ? (full ? 'full' : 'open') : 'locked']))
}

/** @returns ids that were not stored before */
export async function insertUndos(
  tx: Tx,
  { studentId, undos, now }: { studentId: string; undos: readonly StudyUndo[]; now: Date },
): Promise<ReadonlySet<string>> {
  if (undos.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    insert into study_undos (student_id, id, answer_id, card_id, undone_at, received_at)
    select ${studentId}, t.id, t."answerId", t."cardId", t."undoneAt", ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(undos)}::jsonb)
      as t(id uuid, "answerId" uuid, "cardId" uuid, "undoneAt" timestamptz)
    on conflict (student_id, id) do nothing
    returning id`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/**
 * Stores the answers that are new; one whose undo came before it is stored as undone.
 * @returns what was stored, and whether it counts
 */
export async function insertAnswers(
  tx: Tx,
  batch: {
    studentId: string
    packId: string
    sessionId: string
    deviceId: string
    answers: readonly CheckedAnswer[]
    now: Date
  },
): Promise<ReadonlyMap<string, { undone: boolean }>> {
  if (batch.answers.length === 0) return new Map()
  const inserted = await sql<{ id: string; undone: boolean }>`
    insert into study_answers (student_id, id, card_id, pack_id, session_id, device_id, rating, answered_at,
      device_answered_at, utc_offset_minutes, day, duration_ms, mode, retention, plan_cards, undone, received_at)
    select ${batch.studentId}, t.id, t."cardId", ${batch.packId}, ${batch.sessionId}, ${batch.deviceId}, t.rating,
      t."answeredAt", t."deviceAnsweredAt", t."utcOffsetMinutes", t.day, t."durationMs", t.mode, t.retention, t."planCards",
      exists (select 1 from study_undos u where u.student_id = ${batch.studentId} and u.answer_id = t.id),
      ${batch.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(batch.answers)}::jsonb)
      as t(id uuid, "cardId" uuid, rating smallint, "answeredAt" timestamptz, "deviceAnsweredAt" text,
        "utcOffsetMinutes" smallint, day date, "durationMs" integer, mode text, retention double precision,
        "planCards" integer)
    on conflict (student_id, id) do nothing
    returning id, undone`.execute(tx)
  return new Map(inserted.rows.map((row) => [row.id, { undone: row.undone }]))
}

/** Takes back stored answers. @returns those that counted until now */
export async function markUndone(
  tx: Tx,
  studentId: string,
  answerIds: readonly string[],
): Promise<(StudyAnswer & { day: string })[]> {
  if (answerIds.length === 0) return []
  const rows = await tx
    .updateTable('study_answers')
    .set({ undone: true })
    .where('student_id', '=', studentId)
    .where('id', 'in', sql<string>`(select unnest(${answerIds}::uuid[]))`)
    .where('undone', '=', false)
    .returning([
      'id',
      'card_id',
      'rating',
      'answered_at',
      'utc_offset_minutes',
      'duration_ms',
      'mode',
      'retention',
    ])
    .returning('day')
    .execute()
  return rows.map((row) => ({ ...answerOf(row), day: row.day }))
}

/** The cards and study days of stored answers, as they were stored. */
export async function touchedBy(
  tx: Tx,
  studentId: string,
  answerIds: readonly string[],
): Promise<{ cardIds: string[]; days: string[] }> {
  const { rows } = await sql<{ card_id: string; day: string }>`
    select distinct card_id, day from study_answers
    where student_id = ${studentId} and id = any(${answerIds}::uuid[])`.execute(tx)
  return {
    cardIds: [...new Set(rows.map((row) => row.card_id))],
    days: [...new Set(rows.map((row) => row.day))].toSorted(),
  }
}

/** All answers that count, by card. */
export async function answersOfCards(
  tx: Tx,
  studentId: string,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, StudyAnswer[]>> {
  if (cardIds.length === 0) return new Map()
  const { rows } = await sql<AnswerRow>`
    select id, card_id, rating, answered_at, utc_offset_minutes, duration_ms, mode, retention from study_answers
    where student_id = ${studentId} and card_id = any(${cardIds}::uuid[]) and not undone`.execute(tx)
  const byCard = new Map<string, StudyAnswer[]>(cardIds.map((cardId) => [cardId, []]))
  for (const row of rows) byCard.get(row.card_id)?.push(answerOf(row))
  return byCard
}

type AnswerRow = {
  id: string
  card_id: string
  rating: Rating
  answered_at: Date
  utc_offset_minutes: number
  duration_ms: number
  mode: string
  retention: number
}

const answerOf = (row: AnswerRow): StudyAnswer => ({
  id: row.id,
  cardId: row.card_id,
  rating: row.rating,
  answeredAt: row.answered_at.toISOString(),
  utcOffsetMinutes: row.utc_offset_minutes,
  durationMs: row.duration_ms,
  mode: row.mode as StudyAnswer['mode'],
  retention: row.retention,
})

export async function readCoins(tx: Tx, studentId: string): Promise<number> {
  const { coins } = await tx
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow()
  return coins
}
