import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Append-only deploys: a page that was opened before an update still asks for its own hashed chunks, for
 * weeks if the tablet sleeps. The archive keeps them; a file's time says when a build last had it. Plain
 * JavaScript, since the build of the server needs it as well as the server itself.
 */

const keptDays = 30

const namesIn = (/** @type {string} */ folder) => readdir(folder).catch(() => /** @type {string[]} */ ([]))

const sizeOf = (/** @type {string} */ file) =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  )

/** Several processes may write at once while another one reads: a name is there with all its bytes or not at all. */
const copyWhole = async (/** @type {string} */ from, /** @type {string} */ to) => {
  const partial = join(to, '..', `.${randomUUID()}.partial`)
  await copyFile(from, partial)
  await rename(partial, to)
}

/**
 * Copies a build's hashed files into the archive, those apart that it has, and notes that they are in use now.
 * A file follows its encodings, so that a request that finds `x.js` finds `x.js.br` too.
 * @param {string} assets
 * @param {string} archive
 * @param {Date} now
 */
export const archiveAssets = async (assets, archive, now) => {
  await mkdir(archive, { recursive: true })
  for (const name of (await namesIn(assets)).toSorted().toReversed()) {
    const from = join(assets, name)
    const to = join(archive, name)
    const found = await stat(from)
    if (!found.isFile()) continue
    if ((await sizeOf(to)) !== found.size) await copyWhole(from, to)
    await utimes(to, now, now)
  }
}

/**
 * Drops what no build had for 30 days.
 * @param {string} archive
 * @param {Date} now
 * @param {readonly string[]} [unneeded] dropped too: what the new build has itself
 */
export const pruneArchive = async (archive, now, unneeded = []) => {
  const dropped = new Set(unneeded)
  const oldest = now.getTime() - keptDays * 86_400_000
  for (const name of await namesIn(archive)) {
    const file = join(archive, name)
    // Another process may have dropped it in between.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
    if (dropped.has(name) || mtimeMs < oldest) await rm(file, { force: true })
  }
}
