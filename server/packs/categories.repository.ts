import type { Kysely } from 'kysely'
import type { CategoriesTree } from '#contract/packs.ts'
import { isPublic } from '#server/sql/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/** Grades, subjects and knowledge points with the number of public packs below each. */

type Db = Kysely<Schema>

type PointCount = { subject_id: string; subject: string; point_id: string; point: string; packs: number }

const sumOf = (points: readonly PointCount[]): number => points.reduce((total, { packs }) => total + packs, 0)

/** @param points of one grade, those of a subject side by side */
const subjectsOf = (points: readonly PointCount[]): CategoriesTree['grades'][number]['subjects'] =>
  [...new Set(points.map(({ subject_id }) => subject_id))].map((id) => {
    const ofSubject = points.filter(({ subject_id }) => subject_id === id)
    return {
      id,
      name: ofSubject[0]!.subject,
      packCount: sumOf(ofSubject),
      knowledgePoints: ofSubject.map(({ point_id, point, packs }) => ({
        id: point_id,
        name: point,
        packCount: packs,
      })),
    }
  })

/** Every grade, and below it only what has packs. */
export async function readCategories(db: Db): Promise<CategoriesTree> {
  const [grades, counts] = await Promise.all([
    db.selectFrom('grades').select(['id', 'name', 'stage']).orderBy('position').execute(),
    db
      .selectFrom('card_packs as p')
      .innerJoin('subjects as s', 's.id', 'p.subject_id')
      .innerJoin('knowledge_points as k', 'k.id', 'p.knowledge_point_id')
      .select([
        'p.grade_id',
        's.id as subject_id',
        's.name as subject',
        'k.id as point_id',
        'k.name as point',
      ])
      .select(({ fn }) => fn.countAll<number>().as('packs'))
      .where(isPublic)
      .groupBy(['p.grade_id', 's.id', 's.name', 's.position', 'k.id', 'k.name', 'k.position'])
      .orderBy('s.position')
      .orderBy('k.position')
      .execute(),
  ])
  return {
    grades: grades.map((grade) => {
      const points = counts.filter(({ grade_id }) => grade_id === grade.id)
      return { ...grade, packCount: sumOf(points), subjects: subjectsOf(points) }
    }),
  }
}
