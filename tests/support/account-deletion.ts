import { sql } from 'kysely'
import { startDeletionSweep, type DeletionSweep } from '#server/account/leaving/deletion-sweep.ts'
import type { Database } from '#server/db/database.ts'
import type { TestServer, TestStudent } from './test-server.ts'

/** From the request to the moment at which no session stands any more. */
export const coolingOffMs = 7 * 86_400_000
/** From the request to the sweep that erases the account. */
export const untilErasedMs = coolingOffMs + 60_000

/** A process that sweeps once, and then only when the test asks for it. */
export function startSweeper(server: TestServer, database: Database = server.deps.database): DeletionSweep {
  return startDeletionSweep({ ...server.deps, database, every: () => () => {} })
}

/** @returns how many accounts were erased */
export async function sweepDeletions(server: TestServer): Promise<number> {
  const { sweep, stop } = startSweeper(server)
  const erased = await sweep()
  await stop()
  return erased
}

/** Asks for the deletion, lets the days pass and erases the account. */
export async function eraseAccount(server: TestServer, student: TestStudent): Promise<void> {
  await student.call('POST /account/deletion')
  server.clock.advance(untilErasedMs)
  await sweepDeletions(server)
}

/** Before a test that counts what is swept: the accounts that the one before it left waiting. */
export async function forgetDeletions(server: TestServer): Promise<void> {
  await server.deps.database.db.updateTable('students').set({ deletion_requested_at: null }).execute()
}

export async function isThere(server: TestServer, { studentId }: TestStudent): Promise<boolean> {
  const { db } = server.deps.database
  return (await db.selectFrom('students').select('id').where('id', '=', studentId).execute()).length === 1
}

/** Every column that says which student a row is about: by its name, or because it refers to `students`. */
const studentColumns = async ({
  deps,
}: TestServer): Promise<readonly { table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    where c.table_schema = current_schema() and c.column_name in ('student_id', 'owner_id', 'author_id')
    union
    select k.table_name, k.column_name
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k
      on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
    join information_schema.table_constraints p
      on p.constraint_schema = r.unique_constraint_schema and p.constraint_name = r.unique_constraint_name
    where r.constraint_schema = current_schema() and p.table_name = 'students'
    union
    select 'students', 'id'
    order by 1, 2`.execute(deps.database.db)
  return rows
}

/** How many rows of each table are about the student. */
export async function rowsAbout(server: TestServer, studentId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of await studentColumns(server)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${studentId}`.execute(server.deps.database.db)
    counts[`${table}.${column}`] = rows[0]!.count
  }
  return counts
}
