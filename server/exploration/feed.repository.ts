import { sql, type Kysely } from 'kysely'
import type { CardText } from '#contract/text/card-text.ts'
import type { Stage } from '#contract/packs.ts'
import { isPublic } from '#server/sql/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Direction, FeedKey, Stretch } from './feed-order.ts'

/**
 * Cards of a feed. A shelf is one subject of one grade, and each shelf's cards are in the order of their keys in
 * an index: the next cards of all shelves together are among the next few of each. So a page costs the same in
 * a library of any size, with any filter.
 */

type Db = Kysely<Schema>

/** Absent fields do not narrow. */
export type FeedScope = {
  gradeId?: string | undefined
  stage?: Stage | undefined
  subjectId?: string | undefined
}

type Walk = { scope: FeedScope; key: FeedKey; direction: Direction; stretch: Stretch; limit: number }

/**
 * As an array: PostgreSQL never analyses tables as small as grades and subjects, expects a million pairs of them,
 * and would compile the query for longer than it runs.
 */
const shelvesOf = (db: Db, { gradeId, stage, subjectId }: FeedScope) => {
  const shelves = db
    .selectFrom('grades as g')
    .innerJoin('subjects as s', (join) => join.onTrue())
    .select(sql<string>`g.id || '/' || s.id`.as('shelf'))
    .$if(gradeId !== undefined, (query) => query.where('g.id', '=', gradeId!))
    .$if(stage !== undefined, (query) => query.where('g.stage', '=', stage!))
    .$if(subjectId !== undefined, (query) => query.where('s.id', '=', subjectId!))
  return sql<{ shelf: string }>`unnest(array(${shelves}))`
}

/** The ids and keys of the next cards of a stretch: from the index alone, no card and no pack is read. */
export function findNext(db: Db, { scope, key, direction, stretch, limit }: Walk) {
  const { after, untilKey } = stretch
  const order = direction === 'up' ? 'asc' : 'desc'
  const follows = sql.raw(direction === 'up' ? '>' : '<')
  const precedes = sql.raw(direction === 'up' ? '<' : '>')
  return db
    .selectFrom(shelvesOf(db, scope).as<'shelves'>(sql`shelves(shelf)`))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('cards as c')
          .select(['c.id', `c.${key} as key`])
          .whereRef('c.feed_shelf', '=', 'shelves.shelf')
          .where('c.removed_at', 'is', null)
          .where(
            sql<boolean>`(${sql.ref(`c.${key}`)}, c.id) ${follows} (${after.key}::integer, ${after.id}::uuid)`,
          )
          .$if(untilKey !== null, (query) =>
            query.where(sql<boolean>`${sql.ref(`c.${key}`)} ${precedes} ${untilKey}::integer`),
          )
          .orderBy(`c.${key}`, order)
          .orderBy('c.id', order)
          .limit(limit)
          .as('card'),
      (join) => join.onTrue(),
    )
    .select(['card.id', 'card.key'])
    .orderBy('card.key', order)
    .orderBy('card.id', order)
    .limit(limit)
    .execute()
}

/**
 * The faces of cards by id, in any order; the back stays in the database where the student may not see it. A
 * card whose pack left this moment is left out.
 */
export function readFaces(db: Db, cardIds: readonly string[], studentId: string) {
  return db
    .selectFrom('cards as c')
    .innerJoin('card_packs as p', 'p.id', 'c.pack_id')
    .innerJoin('grades as g', 'g.id', 'p.grade_id')
    .innerJoin('subjects as s', 's.id', 'p.subject_id')
    .leftJoin('unlocks as u', (join) =>
      join.onRef('u.pack_id', '=', 'p.id').on('u.student_id', '=', studentId),
    )
    .select([
      'c.id',
      'c.title',
      sql<CardText>`c.content -> 'front'`.as('front'),
      sql<CardText | null>`case when c.preview or u.student_id is not null then c.content -> 'back' end`.as(
        'back',
      ),
      sql<string | null>`c.content ->> 'tag'`.as('tag'),
      'p.id as pack_id',
      'p.title as pack_title',
      'p.label',
      's.id as subject_id',
      's.name as subject_name',
      'g.id as grade_id',
      'g.name as grade_name',
    ])
    .where('c.id', '=', sql<string>`any(${cardIds}::uuid[])`)
    .where(isPublic)
    .execute()
}
