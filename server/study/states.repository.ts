import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { ScheduledState } from '#contract/scheduling.ts'
import type { CardState } from '#contract/study.ts'
import type { Schema } from '#server/db/schema.ts'
import type { CardChange } from './card-change.ts'

const stateColumns = [
  'card_id',
  'pack_id',
  'version',
  'phase',
  'due_at',
  'stability',
  'difficulty',
  'learning_step',
  'reps',
  'lapses',
  'scheduled_days',
  'last_answered_at',
  'introduced_on',
  'ever_correct',
  'xp',
] as const

type StateRow = Pick<Selectable<Schema['card_states']>, (typeof stateColumns)[number]>

const stateColumnList = sql.join(stateColumns.map((column) => sql.ref(column)))

const stateOf = (row: StateRow): CardState => ({
  cardId: row.card_id,
  packId: row.pack_id,
  version: row.version,
  phase: row.phase,
  dueAt: row.due_at.toISOString(),
  stability: row.stability,
  difficulty: row.difficulty,
  learningStep: row.learning_step,
  reps: row.reps,
  lapses: row.lapses,
  scheduledDays: row.scheduled_days,
  lastAnsweredAt: row.last_answered_at.toISOString(),
  introducedOn: row.introduced_on,
  everCorrect: row.ever_correct,
  xp: row.xp,
})

export type StatesAndResets = { states: CardState[]; reset: string[] }

/** A card whose answers were all undone keeps its row, so that other devices hear of it. */
const split = (rows: readonly StateRow[]): StatesAndResets => ({
  states: rows.filter((row) => row.reps > 0).map(stateOf),
  reset: rows.filter((row) => row.reps === 0).map((row) => row.card_id),
})

export async function readStates(
  db: Kysely<Schema>,
  studentId: string,
  cardIds: readonly string[],
): Promise<StatesAndResets> {
  const { rows } = await sql<StateRow>`
    select ${stateColumnList} from card_states
    where student_id = ${studentId} and card_id = any(${cardIds}::uuid[])
    order by card_id`.execute(db)
  return split(rows)
}

/** What stands in the row of a card that has no answer left; only `reps` and `version` are read again. */
const emptyState = (cardId: string, now: Date): ScheduledState => ({
  cardId,
  phase: 'new',
  dueAt: now.toISOString(),
  stability: 0,
  difficulty: 0,
  learningStep: 0,
  reps: 0,
  lapses: 0,
  scheduledDays: 0,
  lastAnsweredAt: now.toISOString(),
  introducedOn: now.toISOString().slice(0, 10),
  everCorrect: false,
  xp: 0,
})

export async function writeStates(
  tx: Transaction<Schema>,
  batch: { studentId: string; version: number; changes: readonly CardChange[]; now: Date },
): Promise<void> {
  if (batch.changes.length === 0) return
  const rows = batch.changes.map(({ cardId, packId, after }) => ({
    ...(after ?? emptyState(cardId, batch.now)),
    packId,
  }))
  await sql`
    insert into card_states (student_id, card_id, pack_id, version, phase, due_at, stability, difficulty,
      learning_step, reps, lapses, scheduled_days, last_answered_at, introduced_on, ever_correct, xp)
    select ${batch.studentId}, t."cardId", t."packId", ${batch.version}, t.phase, t."dueAt", t.stability,
      t.difficulty, t."learningStep", t.reps, t.lapses, t."scheduledDays", t."lastAnsweredAt", t."introducedOn",
      t."everCorrect", t.xp
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t("cardId" uuid, "packId" uuid, phase text, "dueAt" timestamptz, stability double precision,
        difficulty double precision, "learningStep" integer, reps integer, lapses integer, "scheduledDays" integer,
        "lastAnsweredAt" timestamptz, "introducedOn" date, "everCorrect" boolean, xp integer)
    on conflict (student_id, card_id) do update set
      version = excluded.version, phase = excluded.phase, due_at = excluded.due_at, stability = excluded.stability,
      difficulty = excluded.difficulty, learning_step = excluded.learning_step, reps = excluded.reps,
      lapses = excluded.lapses, scheduled_days = excluded.scheduled_days,
      last_answered_at = excluded.last_answered_at, introduced_on = excluded.introduced_on,
      ever_correct = excluded.ever_correct, xp = excluded.xp`.execute(tx)
}

/**
 * States changed after a version, in the order of change. A page ends with the end of a version, never
 * inside it, because the version is the cursor: so it may hold a little more than `limit`, up to one batch.
 */
export async function statesAfter(
  db: Kysely<Schema>,
  { studentId, cursor, limit }: { studentId: string; cursor: number; limit: number },
): Promise<StatesAndResets & { cursor: number; hasMore: boolean }> {
  const { rows } = await sql<StateRow & { has_more: boolean }>`
    with boundary as (
      select version from card_states
      where student_id = ${studentId} and version > ${cursor}
      order by version, card_id offset ${limit - 1} limit 1
    )
    select ${stateColumnList}, exists (
      select 1 from card_states later
      where later.student_id = ${studentId} and later.version > (select version from boundary)
    ) as has_more
    from card_states
    where student_id = ${studentId} and version > ${cursor}
      and version <= coalesce((select version from boundary), 9223372036854775807)
    order by version, card_id`.execute(db)
  return { ...split(rows), cursor: rows.at(-1)?.version ?? cursor, hasMore: rows[0]?.has_more ?? false }
}
