import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Append-only deploys: a page that was opened before an update still asks for its own hashed chunks, for
 * weeks if the tablet sleeps. The archive keeps them; a file's time says when the last build had it.
 */

const keptDays = 30

const namesIn = (/** @type {string} */ folder) => readdir(folder).catch(() => /** @type {string[]} */ ([]))

/**
 * Copies the hashed files of the build that is about to be replaced.
 * @param {string} assets
 * @param {string} archive
 * @param {Date} now
 */
export const archiveAssets = async (assets, archive, now) => {
  await mkdir(archive, { recursive: true })
  for (const name of await namesIn(assets)) {
    if (!(await stat(join(assets, name))).isFile()) continue
    await copyFile(join(assets, name), join(archive, name))
    await utimes(join(archive, name), now, now)
  }
}

/**
 * Drops what is older than 30 days and what the new build has itself.
 * @param {string} assets
 * @param {string} archive
 * @param {Date} now
 */
export const pruneArchive = async (assets, archive, now) => {
  const current = new Set(await namesIn(assets))
  const oldest = now.getTime() - keptDays * 86_400_000
  for (const name of await namesIn(archive)) {
    const file = join(archive, name)
    if (current.has(name) || (await stat(file)).mtimeMs < oldest) await rm(file)
  }
}
