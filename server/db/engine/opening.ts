import type { Database } from '../database.ts'

/** A database on its way up: what is built upon it can be built at the same time. */
export type OpeningDatabase = {
  /** Ask it nothing before `opened`. */
  database: Database
  /** Resolves when it answers and is up to date; rejects when it cannot be opened, or a migration is refused. */
  opened: Promise<void>
}

/** The caller hears of a failure when it waits, however late it does. */
export function openingDatabase(database: Database, opened: Promise<void>): OpeningDatabase {
  opened.catch(() => undefined)
  return { database, opened }
}

/** Waits, for a caller who has nothing else to do. */
export async function whenOpen(opening: OpeningDatabase | Promise<OpeningDatabase>): Promise<Database> {
  const { database, opened } = await opening
  await opened
  return database
}
