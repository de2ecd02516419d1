import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Takes the turn at a piece of work, for all processes on this database. A process that dies leaves it to run out.
 * @returns false while another turn lasts
 */
export const takeLease = async (
  db: Kysely<Schema>,
  { name, now, forMs }: { name: string; now: Date; forMs: number },
): Promise<boolean> => {
  const until = new Date(now.getTime() + forMs)
  const row = await db
    .insertInto('task_leases')
    .values({ name, until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ until }).where('task_leases.until', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
