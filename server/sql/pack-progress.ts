import { sql, type Kysely } from 'kysely'
import { masteredStabilityDays } from '#contract/progress.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * What a student did in a pack, for a lateral join: the caller says whose states `cs` and of which pack.
 * Counts cards that are in the pack now and have an answer that was not undone.
 * @param dueBefore cards due before it count as due; ISO
 */
export function packProgress(db: Kysely<Schema>, dueBefore: string) {
  return db
    .selectFrom('card_states as cs')
    .innerJoin('cards as c', 'c.id', 'cs.card_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('seen'),
      sql<number>`count(*) filter (where cs.stability >= ${masteredStabilityDays}::float8)`.as('mastered'),
      sql<number>`count(*) filter (where cs.due_at < ${dueBefore}::timestamptz)`.as('due'),
      fn.max('cs.last_answered_at').as('last_studied_at'),
    ])
    .where('cs.reps', '>', 0)
    .where('c.removed_at', 'is', null)
}
