import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Discovery } from '#contract/discovery.ts'
import type { Grade, Stage } from '#contract/packs.ts'
import { isPublic, packSummaries, toPackSummary } from '#server/sql/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/** The shelves of /resource. */

type Db = Kysely<Schema>

/** Which packs a set of shelves is about; absent fields do not narrow. */
export type ShelfScope = { gradeId?: string; stage?: Stage }

const packsPerShelf = 12
/** On the shelves of all knowledge points together: of many points each has a shorter shelf, but at least one pack. */
const packsByPoint = 600

export function findGrade(db: Db, gradeId: string): Promise<Grade | undefined> {
  return db.selectFrom('grades').select(['id', 'name', 'stage']).where('id', '=', gradeId).executeTakeFirst()
}

/** Whether pack `p` is on the shelves of a scope. */
const inScope = ({ gradeId, stage }: ShelfScope): RawBuilder<boolean> => {
  if (gradeId !== undefined) return sql`${isPublic} and p.grade_id = ${gradeId}`
  if (stage === undefined) return isPublic
  return sql`${isPublic} and p.grade_id = any(array(select id from grades where stage = ${stage}))`
}

const packsOf = (db: Db, scope: ShelfScope) => packSummaries(db).where(inScope(scope))

const readFeatured = (db: Db, scope: ShelfScope) =>
  packsOf(db, scope)
    .where('p.featured_position', 'is not', null)
    .orderBy('p.featured_position')
    .orderBy('p.id')
    .limit(packsPerShelf)
    .execute()

/** All packs are looked through, so their names are joined to the chosen ones alone. */
const readWeekly = (db: Db, scope: ShelfScope) =>
  packSummaries(db)
    .select('p.weekly_answers')
    .where(
      sql<boolean>`p.id = any(array(
        select p.id from card_packs p where ${inScope(scope)}
        order by p.weekly_answers desc, p.created_at desc, p.id limit ${packsPerShelf}
      ))`,
    )
    .orderBy('p.weekly_answers', 'desc')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute()

/** Knowledge points in the order of the taxonomy. */
const pointsInOrder = (db: Db) =>
  db
    .selectFrom('knowledge_points as point')
    .innerJoin('subjects as topic', 'topic.id', 'point.subject_id')
    .orderBy('topic.position')
    .orderBy('point.position')
    .orderBy('point.id')

/** A point has one subject: by it, the index of grades finds the packs of both. */
const readPointsWithPacks = async (db: Db, scope: ShelfScope): Promise<string[]> => {
  const rows = await pointsInOrder(db)
    .select('point.id')
    .where(
      sql<boolean>`exists (select 1 from card_packs p where ${inScope(scope)}
        and p.knowledge_point_id = point.id and p.subject_id = point.subject_id)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** The first packs of each knowledge point; each looks for its own in the index, which has them in this order. */
const readByKnowledgePoint = async (db: Db, scope: ShelfScope) => {
  const points = await readPointsWithPacks(db, scope)
  const limit = Math.max(1, Math.min(packsPerShelf, Math.floor(packsByPoint / points.length)))
  return pointsInOrder(db)
    .innerJoinLateral(
      packsOf(db, scope)
        .select('p.created_at')
        .where('p.knowledge_point_id', '=', sql.ref<string>('point.id'))
        .orderBy('p.learner_count', 'desc')
        .orderBy('p.created_at', 'desc')
        .orderBy('p.id')
        .limit(limit)
        .as('pack'),
      (join) => join.onTrue(),
    )
    .selectAll('pack')
    .where('point.id', '=', sql<string>`any(${points}::text[])`)
    .orderBy('pack.learner_count', 'desc')
    .orderBy('pack.created_at', 'desc')
    .orderBy('pack.id')
    .execute()
}

const shelvesOf = (rows: Awaited<ReturnType<typeof readByKnowledgePoint>>): Discovery['knowledgePoints'] => {
  const shelves = new Map<string, Discovery['knowledgePoints'][number]>()
  for (const { knowledgePoint, subject, ...rest } of rows.map(toPackSummary)) {
    const shelf = shelves.get(knowledgePoint.id) ?? { knowledgePoint, subject, packs: [] }
    shelf.packs.push({ knowledgePoint, subject, ...rest })
    shelves.set(knowledgePoint.id, shelf)
  }
  return [...shelves.values()]
}

export async function readShelves(db: Db, scope: ShelfScope): Promise<Omit<Discovery, 'grade'>> {
  const [featured, weekly, byPoint] = await Promise.all([
    readFeatured(db, scope),
    readWeekly(db, scope),
    readByKnowledgePoint(db, scope),
  ])
  return {
    featured: featured.map(toPackSummary),
    weekly: weekly.map(toPackSummary),
    weeklyStudied: weekly.filter((pack) => pack.weekly_answers > 0).length,
    knowledgePoints: shelvesOf(byPoint),
  }
}

/**
 * Counts the answers of each pack since the day after `before`, and writes the packs whose count changed. Undone
 * answers count as well: leaving them out would cost the table, not only its index.
 */
export async function writeWeeklyAnswers(db: Kysely<Schema>, before: string): Promise<void> {
  await sql`
    with counted as (
      select p.id, coalesce(a.answers, 0) as answers
      from card_packs p
      left join (
        select pack_id, count(*)::integer as answers from study_answers where day > ${before}::date group by pack_id
      ) a on a.pack_id = p.id
      where p.owner_id is null and p.weekly_answers <> coalesce(a.answers, 0)
    )
    update card_packs set weekly_answers = counted.answers from counted
    where card_packs.id = counted.id
  `.execute(db)
}
