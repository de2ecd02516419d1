import type { Deps } from '#server/deps.ts'
import { loadLibrary } from '#server/library/load-library.ts'
import { cardIdOf, packIdOf } from '#server/library/stable-id.ts'
import { createLibraryFolder, smallLibrary, type LibraryFiles } from './library-files.ts'

/** Loads library files into the database as the server does at its first start. */
export async function loadTestLibrary(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  files: LibraryFiles = smallLibrary,
): Promise<void> {
  const folder = await createLibraryFolder(files)
  try {
    await loadLibrary({ database, folder: folder.folder, clock })
  } finally {
    await folder.close()
  }
}

/** Ids of the small library. */
export const tang = {
  packId: packIdOf('tang'),
  previews: [cardIdOf('tang', 'jingyesi'), cardIdOf('tang', 'denggaolou')],
  locked: cardIdOf('tang', 'zaofa'),
} as const

export const jihe = {
  packId: packIdOf('jihe'),
  cards: [cardIdOf('jihe', 'duiding'), cardIdOf('jihe', 'neijiao')],
} as const
