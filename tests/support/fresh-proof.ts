import type { Deps } from '#server/deps.ts'

/**
 * As if the student had just confirmed on each device who they are; for tests of what comes after it. How one confirms
 * is in server/account/proof/fresh-proof.test.ts.
 */
export async function proveFresh(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  studentId: string,
): Promise<void> {
  await database.db
    .updateTable('sessions')
    .set({ proved_at: clock() })
    .where('student_id', '=', studentId)
    .execute()
}
