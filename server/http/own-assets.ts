import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { archiveAssets, pruneArchive } from './old-assets.mjs'

/**
 * Keeps the hashed files of this process's page for the versions that come after it, where the operator
 * named an archive that outlives the build. A failure is logged: the site itself does not need them.
 */
export const keepOwnAssets = async (
  config: Pick<Config, 'pageDir' | 'assetsArchiveDir' | 'archivesOwnAssets'>,
  { log, clock }: Pick<Deps, 'log' | 'clock'>,
): Promise<void> => {
  if (!config.archivesOwnAssets) return
  try {
    await archiveAssets(join(config.pageDir, 'assets'), config.assetsArchiveDir, clock())
    await pruneArchive(config.assetsArchiveDir, clock())
  } catch (error) {
    log.error(
      { err: error },
      '这个版本的静态文件没有存进 ASSETS_ARCHIVE_DIR：升级后，还开着旧页面的设备会缺文件',
    )
  }
}
