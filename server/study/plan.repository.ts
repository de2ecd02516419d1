import { sql, type Kysely } from 'kysely'
import type { StudyConfig } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import { accountErased } from '#server/lib/errors.ts'

type Db = Kysely<Schema>

export type PlannedCards = { due: number; started: number; unseen: number }

/**
 * PlannedCards over the unlocked packs, whose counts must hold the whole record. New cards are what a pack has beyond
 * those that were seen and are still there: of the cards themselves only removed ones are looked at.
 */
export async function countPlannedCards(
  db: Db,
  { studentId, from, before }: { studentId: string; from: string; before: string },
): Promise<PlannedCards> {
  const { rows } = await sql<PlannedCards>`
    with due as (
      select card_states.last_answered_at from card_states
        join unlocks on unlocks.student_id = card_states.student_id and unlocks.pack_id = card_states.pack_id
        join cards on cards.id = card_states.card_id
        where card_states.student_id = ${studentId} and card_states.due_at < ${before}
          and card_states.reps > 0 and cards.removed_at is null
    )
    select
      (select count(*)::integer from due) as due,
      (select count(*)::integer from due where last_answered_at >= ${from}) as started,
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
        where unlocks.student_id = ${studentId}) as unseen`.execute(db)
  return rows[0]!
}

/** The totals that every device shows, with the coins. */
export function readSummaryTotals(db: Db, studentId: string) {
  return db
    .selectFrom('study_totals')
    .innerJoin('wallets', 'wallets.student_id', 'study_totals.student_id')
    .select(['version', 'xp', 'answers', 'duration_ms as durationMs', 'coins'])
    .where('study_totals.student_id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
}

/** The settings as stored: those added later are missing. */
export async function readStudyConfig(db: Db, studentId: string): Promise<Partial<StudyConfig>> {
  const student = await db
    .selectFrom('students')
    .select('study_config')
    .where('id', '=', studentId)
    .executeTakeFirstOrThrow(accountErased)
  return student.study_config
}
