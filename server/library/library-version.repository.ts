import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

const libraryRow = 'library'
const neverLoaded = ''

/** @returns undefined when no library was ever loaded */
export async function readVersion(db: Kysely<Schema>): Promise<string | undefined> {
  const row = await db
    .selectFrom('library_versions')
    .select('version')
    .where('id', '=', libraryRow)
    .where('version', '<>', neverLoaded)
    .executeTakeFirst()
  return row?.version
}

/**
 * One row stands for the whole library: it is locked first, so of two processes that start at once
 * the second waits and finds the work done.
 * @returns the version that was loaded last; '' when none ever was
 */
export async function lockVersion(tx: Transaction<Schema>, now: Date): Promise<string> {
  await tx
    .insertInto('library_versions')
    .values({ id: libraryRow, version: neverLoaded, loaded_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { version } = await tx
    .selectFrom('library_versions')
    .select('version')
    .where('id', '=', libraryRow)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

export async function setVersion(tx: Transaction<Schema>, version: string, now: Date): Promise<void> {
  await tx
    .updateTable('library_versions')
    .set({ version, loaded_at: now })
    .where('id', '=', libraryRow)
    .execute()
}
