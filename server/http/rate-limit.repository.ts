import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Db = Kysely<Schema>

type Window = { key: string; windowStart: Date }

/** @returns the uses of the window with these; undefined when they would go beyond the limit, and are not counted */
export async function addUses(
  db: Db,
  { key, windowStart, uses, limit }: Window & { uses: number; limit: number },
): Promise<number | undefined> {
  const row = await db
    .insertInto('rate_limits')
    .values({ key, window_start: windowStart, count: uses })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((row) => ({ count: row('rate_limits.count', '+', uses) }))
        .where('rate_limits.count', '<=', limit - uses),
    )
    .returning('count')
    .executeTakeFirst()
  return row?.count
}

export async function subtractUses(
  db: Db,
  { key, windowStart, uses }: Window & { uses: number },
): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((row) => ({ count: row('count', '-', uses) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .execute()
}

export async function readUses(db: Db, { key, windowStart }: Window): Promise<number> {
  const row = await db
    .selectFrom('rate_limits')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowStart)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Deletes the windows that begin before or after these moments. */
export async function deleteWindows(db: Db, { before, after }: { before: Date; after: Date }): Promise<void> {
  await db
    .deleteFrom('rate_limits')
    .where((row) => row.or([row('window_start', '<', before), row('window_start', '>', after)]))
    .execute()
}
