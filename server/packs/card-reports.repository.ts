import type { Kysely } from 'kysely'
import type { CardReportBody } from '#contract/reviews.ts'
import type { Static } from 'typebox'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

type NewReport = {
  id: string
  studentId: string
  packId: string
  cardId: string
  cardHash: string
  problem: Static<typeof CardReportBody>['problem']
  comment: string
  now: Date
}

/** @returns false when the student's report of this id is there already */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const added = await db
    .insertInto('card_reports')
    .values({
      student_id: report.studentId,
      id: report.id,
      pack_id: report.packId,
      card_id: report.cardId,
      card_hash: report.cardHash,
      problem: report.problem,
      comment: report.comment,
      created_at: report.now,
    })
    .onConflict((conflict) => conflict.columns(['student_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** The phone that the account has now; null for a student who is gone. */
export async function findPhone(db: Db, studentId: string): Promise<string | null> {
  const student = await db
    .selectFrom('students')
    .select('phone')
    .where('id', '=', studentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return student?.phone ?? null
}
