import type { Database } from '#server/db/database.ts'
import { readLibraryFolder } from './library-folder.ts'
import { lockVersion, readVersion, setVersion } from './library-version.repository.ts'
import { LibraryRefused } from './problems.ts'
import type { Written } from './write-library.ts'

export type LoadOutcome = { status: 'unchanged' } | ({ status: 'loaded' } & Written)

type LoadRequest = { database: Database; folder: string; clock: () => Date }

/**
 * Loads the library's files into the database, all of them or none. When nothing changed it costs
 * reading the files and one row; the parsers are only then imported when they are needed.
 * @param folder absolute, or relative to the working directory
 * @throws LibraryRefused with every problem as `文件:行: 原因`
 */
export async function loadLibrary({ database, folder, clock }: LoadRequest): Promise<LoadOutcome> {
  const [files, loaded] = await Promise.all([readLibraryFolder(folder), readVersion(database.db)])
  if (loaded === files.version) return { status: 'unchanged' }

  const [{ readLibrary }, { writeLibrary }] = await Promise.all([
    import('./read-library.ts'),
    import('./write-library.ts'),
  ])
  const library = readLibrary(files)
  const now = clock()
  return database.transaction(async (tx): Promise<LoadOutcome> => {
    if ((await lockVersion(tx, now)) === files.version) return { status: 'unchanged' }
    const written = await writeLibrary(tx, library, now)
    await setVersion(tx, files.version, now)
    return { status: 'loaded', ...written }
  })
}

/**
 * For the start of a server: a mistake in an edited file must not close the school. The library that was
 * loaded before stays in use and the problems are given back to be logged.
 * @throws LibraryRefused when no library was ever loaded
 */
export async function loadLibraryOrKeep(
  request: LoadRequest,
): Promise<LoadOutcome | { status: 'kept'; problems: string }> {
  try {
    return await loadLibrary(request)
  } catch (error) {
    if (!(error instanceof LibraryRefused)) throw error
    if ((await readVersion(request.database.db)) === undefined) throw error
    return { status: 'kept', problems: error.message }
  }
}
