import type { Selectable } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { accountErased } from '#server/http/errors.ts'
import { lockRecord } from './answers.repository.ts'
import { recount } from './recount.ts'

const columns = [
  'version',
  'xp',
  'answers',
  'duration_ms',
  'counts_version',
  'studied_days',
  'goals_reached',
  'learning_cards',
  'young_cards',
  'mature_cards',
] as const

export type CountedRecord = Pick<Selectable<Schema['study_totals']>, (typeof columns)[number]>

/** The totals of a student once the statistics hold all that the record holds. */
export const countedRecord = async (
  { database }: Pick<Deps, 'database'>,
  studentId: string,
): Promise<CountedRecord> => {
  const totals = (db: typeof database.db) =>
    db
      .selectFrom('study_totals')
      .select(columns)
      .where('student_id', '=', studentId)
      .executeTakeFirstOrThrow(accountErased)
  const record = await totals(database.db)
  if (record.counts_version === record.version) return record
  return database.transaction(async (tx) => {
    const { isCounted } = await lockRecord(tx, studentId)
    if (!isCounted) await recount(tx, studentId)
    return totals(tx)
  })
}
