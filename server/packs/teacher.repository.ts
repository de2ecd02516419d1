import { sql, type Kysely } from 'kysely'
import type { TeacherPage } from '#contract/packs.ts'
import { isPublic, packSummaries, toPackSummary } from '#server/sql/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/** Teachers and what they have published. */

type Db = Kysely<Schema>

/** The call has no pages; the packs of a teacher who has published more are found by search. */
const maxPacks = 200

/** Changes with everything that the page shows; undefined for a teacher who is not there. */
export async function findTeacherVersion(db: Db, teacherId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('teachers as t')
    .select(({ selectFrom }) => [
      selectFrom('library_versions').select('version').where('id', '=', 'library').as('library'),
      selectFrom('card_packs as p')
        .select(
          sql<
            string | null
          >`md5(string_agg(concat_ws(':', p.id, p.learner_count, p.review_count, p.rating_sum,
            extract(epoch from p.updated_at)), ',' order by p.id))`.as('packs'),
        )
        .whereRef('p.teacher_id', '=', 't.id')
        .where(isPublic)
        .as('packs'),
    ])
    .where('t.id', '=', teacherId)
    .executeTakeFirst()
  return row && `${row.library?.slice(0, 16) ?? ''}-${row.packs ?? ''}`
}

/** Undefined for a teacher who is not there. */
export async function readTeacher(db: Db, teacherId: string): Promise<TeacherPage | undefined> {
  const [teacher, sums, packs] = await Promise.all([
    db
      .selectFrom('teachers as t')
      .innerJoin('subjects as s', 's.id', 't.subject_id')
      .select(['t.id', 't.name', 't.bio', 's.id as subject_id', 's.name as subject_name'])
      .where('t.id', '=', teacherId)
      .executeTakeFirst(),
    db
      .selectFrom('card_packs as p')
      .select([
        sql<number>`coalesce(sum(p.card_count), 0)::integer`.as('cards'),
        sql<number>`coalesce(sum(p.learner_count), 0)::integer`.as('learners'),
      ])
      .where('p.teacher_id', '=', teacherId)
      .where(isPublic)
      .executeTakeFirstOrThrow(),
    packSummaries(db)
      .where('p.teacher_id', '=', teacherId)
      .where(isPublic)
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id')
      .limit(maxPacks)
      .execute(),
  ])
  return (
    teacher && {
      teacher: {
        id: teacher.id,
        name: teacher.name,
        subject: { id: teacher.subject_id, name: teacher.subject_name },
        bio: teacher.bio,
      },
      cardCount: sums.cards,
      learnerCount: sums.learners,
      packs: packs.map(toPackSummary),
    }
  )
}
