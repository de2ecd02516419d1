import { sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** The turn at a piece of work, for all processes on this database. A process that dies leaves it to run out. */
export type Lease = {
  /**
   * Makes the turn last as long again, from now. Inside a transaction, other processes that want the turn wait for its end.
   * @returns false when it had run out and another took it: then leave the rest of the work to that one
   */
  extend: (db: Kysely<Schema>) => Promise<boolean>
}

type LeaseOptions = { name: string; clock: () => Date; forMs: number }

/** @returns undefined while another turn lasts */
export async function takeLease(
  db: Kysely<Schema>,
  { name, clock, forMs }: LeaseOptions,
): Promise<Lease | undefined> {
  const now = clock()
  const endOf = (start: Date): Date => new Date(start.getTime() + forMs)
  /** All that this turn has written, by which it knows itself: a transaction may have taken back the last. */
  const own = [endOf(now)]
  const row = await db
    .insertInto('task_leases')
    .values({ name, until: endOf(now) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ until: endOf(now) })
        .where('task_leases.until', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  if (row === undefined) return undefined

  const extend = async (within: Kysely<Schema>): Promise<boolean> => {
    const until = endOf(clock())
    const { numUpdatedRows } = await within
      .updateTable('task_leases')
      .set({ until })
      .where('name', '=', name)
      .where('until', '=', sql<Date>`any(${own}::timestamptz[])`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    own.push(until)
    return true
  }
  return { extend }
}
