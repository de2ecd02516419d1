import type { Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { readLibraryFolder } from './library-folder.ts'
import { LibraryRefused } from './problems.ts'
import type { Written } from './write-library.ts'

const libraryRow = 'library'
const neverLoaded = ''

export type LoadOutcome = { status: 'unchanged' } | ({ status: 'loaded' } & Written)

type LoadRequest = { database: Database; folder: string; clock: () => Date }

/**
 * One row stands for the whole library: it is locked first, so of two processes that start at once
 * the second waits and finds the work done.
 */
const lockVersion = async (tx: Transaction<Schema>, now: Date): Promise<string> => {
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

/**
 * Loads the library's files into the database, all of them or none. When nothing changed it costs
 * reading the files and one row; the parsers are only then imported when they are needed.
 * @param folder absolute, or relative to the working directory
 * @throws LibraryRefused with every problem as `文件:行: 原因`
 */
export const loadLibrary = async ({ database, folder, clock }: LoadRequest): Promise<LoadOutcome> => {
  const [files, loaded] = await Promise.all([
    readLibraryFolder(folder),
    database.db
      .selectFrom('library_versions')
      .select('version')
      .where('id', '=', libraryRow)
      .executeTakeFirst(),
  ])
  if (loaded?.version === files.version) return { status: 'unchanged' }

  const [{ readLibrary }, { writeLibrary }] = await Promise.all([
    import('./read-library.ts'),
    import('./write-library.ts'),
  ])
  const library = readLibrary(files)
  const now = clock()
  return database.transaction(async (tx): Promise<LoadOutcome> => {
    if ((await lockVersion(tx, now)) === files.version) return { status: 'unchanged' }
    const written = await writeLibrary(tx, library, now)
    await tx
      .updateTable('library_versions')
      .set({ version: files.version, loaded_at: now })
      .where('id', '=', libraryRow)
      .execute()
    return { status: 'loaded', ...written }
  })
}

/**
 * For the start of a server: a mistake in an edited file must not close the school. The library that was
 * loaded before stays in use and the problems are given back to be logged.
 * @throws LibraryRefused when no library was ever loaded
 */
export const loadLibraryOrKeep = async (
  request: LoadRequest,
): Promise<LoadOutcome | { status: 'kept'; problems: string }> => {
  try {
    return await loadLibrary(request)
  } catch (error) {
    if (!(error instanceof LibraryRefused)) throw error
    const loaded = await request.database.db
      .selectFrom('library_versions')
      .select('version')
      .where('id', '=', libraryRow)
      .where('version', '<>', neverLoaded)
      .executeTakeFirst()
    if (loaded === undefined) throw error
    return { status: 'kept', problems: error.message }
  }
}
