import { sql, type Kysely } from 'kysely'
import type { Discovery } from '#contract/discovery.ts'
import type { Grade, Stage } from '#contract/packs.ts'
import { isPublic, packSummaries, toPackSummary } from '#server/db/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/** The shelves of /resource. */

type Db = Kysely<Schema>

/** Which packs a set of shelves is about; absent fields do not narrow. */
export type ShelfScope = { gradeId?: string; stage?: Stage }

const packsPerShelf = 12

/** Changes with everything that a shelf shows. */
export const readShelvesVersion = async (db: Db): Promise<string> => {
  const row = await db
    .selectFrom('card_packs as p')
    .select(({ selectFrom }) => [
      selectFrom('library_versions').select('version').where('id', '=', 'library').as('library'),
      sql<string | null>`md5(string_agg(concat_ws(':', p.id, p.learner_count, p.review_count, p.rating_sum,
        p.weekly_answers, extract(epoch from p.updated_at)), ',' order by p.id))`.as('packs'),
    ])
    .where(isPublic)
    .executeTakeFirstOrThrow()
  return `${row.library?.slice(0, 16) ?? ''}-${row.packs ?? ''}`
}

export const findGrade = (db: Db, gradeId: string): Promise<Grade | undefined> =>
  db.selectFrom('grades').select(['id', 'name', 'stage']).where('id', '=', gradeId).executeTakeFirst()

const packsOf = (db: Db, { gradeId, stage }: ShelfScope) =>
  packSummaries(db)
    .where(isPublic)
    .$if(gradeId !== undefined, (query) => query.where('p.grade_id', '=', gradeId!))
    .$if(stage !== undefined, (query) => query.where('g.stage', '=', stage!))

const readFeatured = (db: Db, scope: ShelfScope) =>
  packsOf(db, scope)
    .where('p.featured_position', 'is not', null)
    .orderBy('p.featured_position')
    .orderBy('p.id')
    .limit(packsPerShelf)
    .execute()

const readWeekly = (db: Db, scope: ShelfScope) =>
  packsOf(db, scope)
    .orderBy('p.weekly_answers', 'desc')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .limit(packsPerShelf)
    .execute()

/** The first packs of each knowledge point, the points in the order of the taxonomy. */
const readByKnowledgePoint = (db: Db, scope: ShelfScope) =>
  db
    .selectFrom(
      packsOf(db, scope)
        .select([
          's.position as subject_position',
          'k.position as point_position',
          sql<number>`row_number() over (partition by k.id order by p.learner_count desc, p.created_at desc, p.id)`.as(
            'place',
          ),
        ])
        .as('shelf'),
    )
    .selectAll()
    .where('place', '<=', packsPerShelf)
    .orderBy('subject_position')
    .orderBy('point_position')
    .orderBy('knowledge_point_id')
    .orderBy('place')
    .execute()

const shelvesOf = (rows: Awaited<ReturnType<typeof readByKnowledgePoint>>): Discovery['knowledgePoints'] => {
  const shelves = new Map<string, Discovery['knowledgePoints'][number]>()
  for (const { knowledgePoint, subject, ...rest } of rows.map(toPackSummary)) {
    const shelf = shelves.get(knowledgePoint.id) ?? { knowledgePoint, subject, packs: [] }
    shelf.packs.push({ knowledgePoint, subject, ...rest })
    shelves.set(knowledgePoint.id, shelf)
  }
  return [...shelves.values()]
}

export const readShelves = async (db: Db, scope: ShelfScope): Promise<Omit<Discovery, 'grade'>> => {
  const [featured, weekly, byPoint] = await Promise.all([
    readFeatured(db, scope),
    readWeekly(db, scope),
    readByKnowledgePoint(db, scope),
  ])
  return {
    featured: featured.map(toPackSummary),
    weekly: weekly.map(toPackSummary),
    knowledgePoints: shelvesOf(byPoint),
  }
}
