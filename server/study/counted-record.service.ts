import type { Deps } from '#server/deps.ts'
import { lockRecord } from './answers.repository.ts'
import { readTotals, type StudyTotals } from './totals.repository.ts'
import { recount } from './recount.service.ts'

/** The totals of a student once the statistics hold all that the record holds. */
export async function countedRecord(
  { database }: Pick<Deps, 'database'>,
  studentId: string,
): Promise<StudyTotals> {
  const record = await readTotals(database.db, studentId)
  if (record.counts_version === record.version) return record
  return database.transaction(async (tx) => {
    const { isCounted } = await lockRecord(tx, studentId)
    if (!isCounted) await recount(tx, studentId)
    return readTotals(tx, studentId)
  })
}
