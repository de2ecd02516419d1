import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import type { PackSummary } from '#contract/packs.ts'
import { likeLiteral } from './search-text.ts'
import type { Schema } from '#server/db/schema.ts'

/** A pack as every list shows it: one SQL shape for all the words that list packs. */

/**
 * Packs `p` with their grade, subject, knowledge point and teacher; the caller filters and orders. Private
 * packs have neither of the last two, so they are never among them: they have lists of their own.
 */
export function packSummaries(db: Kysely<Schema>) {
  return db
    .selectFrom('card_packs as p')
    .innerJoin('grades as g', 'g.id', 'p.grade_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .innerJoin('knowledge_points as k', 'k.id', 'p.knowledge_point_id')
    .innerJoin('teachers as t', 't.id', 'p.teacher_id')
    .select([
      'p.id',
      'p.title',
      'p.label',
      'p.summary',
      'p.grade_id',
      'g.name as grade_name',
      'g.stage',
      'p.subject_id',
      's.name as subject_name',
      'k.id as knowledge_point_id',
      'k.name as knowledge_point_name',
      't.id as teacher_id',
      't.name as teacher_name',
      'p.price_coins',
      'p.card_count',
      'p.size_bytes',
      'p.rating_sum',
      'p.review_count',
      'p.learner_count',
    ])
}

type RowOf<Q> = Q extends SelectQueryBuilder<infer _DB, infer _TB, infer Row> ? Row : never
type PackSummaryRow = RowOf<ReturnType<typeof packSummaries>>

export function toPackSummary(row: PackSummaryRow): PackSummary {
  return {
    id: row.id,
    title: row.title,
    label: row.label,
    summary: row.summary,
    grade: { id: row.grade_id, name: row.grade_name, stage: row.stage },
    subject: { id: row.subject_id, name: row.subject_name },
    knowledgePoint: { id: row.knowledge_point_id, name: row.knowledge_point_name },
    teacher: { id: row.teacher_id, name: row.teacher_name },
    priceCoins: row.price_coins,
    cardCount: row.card_count,
    sizeBytes: row.size_bytes,
    rating: row.review_count === 0 ? null : Math.round((row.rating_sum * 10) / row.review_count) / 10,
    reviewCount: row.review_count,
    learnerCount: row.learner_count,
  }
}

/** Packs `p` that anybody may find: those of the library that did not leave it. */
export const isPublic = sql<boolean>`p.owner_id is null and p.removed_at is null`

/** Whether the search text of a pack holds every term, for lists that are short without it. */
export function holdsTerms(terms: readonly string[]) {
  return sql<boolean>`(${sql.join(
    terms.map((term) => sql`p.search_text like ${`%${likeLiteral(term)}%`}`),
    sql` and `,
  )})`
}
