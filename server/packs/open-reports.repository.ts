import { sql, type Kysely } from 'kysely'
import type { CardReportBody } from '#contract/reviews.ts'
import type { Static } from 'typebox'
import type { Schema } from '#server/db/schema.ts'

/** Reports about cards that are not closed yet, as the operator reads them. */

type Db = Kysely<Schema>
type CardProblem = Static<typeof CardReportBody>['problem']

/** One row a card, the most reported first. */
export function readOpenReports(db: Db) {
  return db
    .selectFrom('card_reports as r')
    .innerJoin('cards as c', 'c.id', 'r.card_id')
    .innerJoin('card_packs as p', 'p.id', 'r.pack_id')
    .select(({ fn }) => [
      'c.id',
      'c.title',
      'c.slug',
      'p.title as pack',
      'p.id as pack_id',
      'p.slug as pack_slug',
      fn.countAll<number>().as('reports'),
      sql<CardProblem[]>`array_agg(distinct r.problem)`.as('problems'),
      // The card has changed since, or gone.
      sql<boolean>`bool_and(c.hash <> r.card_hash or c.removed_at is not null)`.as('changed'),
      sql<string[]>`array_remove(array_agg(r.comment order by r.created_at desc), '')`.as('comments'),
    ])
    .where('r.closed_at', 'is', null)
    .groupBy(['c.id', 'c.title', 'c.slug', 'c.hash', 'c.removed_at', 'p.id', 'p.title', 'p.slug'])
    .orderBy('reports', 'desc')
    .orderBy('c.id')
}

/** How many cards that is. */
export async function countOpenReports(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('card_reports')
    .select(({ fn }) => fn.count<number>('card_id').distinct().as('total'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** @returns how many reports about the card were open */
export async function closeReports(db: Db, cardId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('card_reports')
    .set({ closed_at: now })
    .where('card_id', '=', cardId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
