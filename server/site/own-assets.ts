import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { archiveAssets, pruneArchive } from './old-assets.mjs'

/**
 * Keeps the hashed files of this process's page for the versions that come after it, where the operator
 * named an archive that outlives the build. A failure is logged: the site itself does not need them.
 */
export async function keepOwnAssets(
  config: Pick<Config, 'pageDir' | 'assetsArchiveDir' | 'archivesOwnAssets'>,
  { log, clock }: Pick<Deps, 'log' | 'clock'>,
): Promise<void> {
  if (!config.archivesOwnAssets) return
  try {
    await archiveAssets(join(config.pageDir, 'assets'), config.assetsArchiveDir, clock())
    await pruneArchive(config.assetsArchiveDir, clock())
  } catch (error) {
    log.error({ err: error }, 'the files of this version were not archived for pages that stay open')
  }
}
