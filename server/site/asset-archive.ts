import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifPresent } from '#server/lib/missing-files.ts'
import { assetOf, isServed, type Asset } from './asset-table.ts'
import { rememberByKey } from '#server/lib/remember.ts'

/**
 * The hashed files of other builds, read when they are asked for: a start costs the same however many builds
 * the archive holds, and a process that is about to be replaced has the files of the version that replaces it.
 */

/** A name without a folder, no longer than a file's name may be: no path in a request can leave the archive. */
const archived = /^\/assets\/([\w-][\w.-]{0,199})$/
const keptFiles = 256
const keptMs = 3_600_000

const readIfPresent = (file: string): Promise<Buffer | undefined> => ifPresent(readFile(file))

/** @returns the archive's file for a path such as `/assets/home-5f3a.js`, or nothing */
export function openAssetArchive(
  folder: string,
  clock: () => Date,
): (path: string) => Promise<Asset | undefined> {
  const read = rememberByKey(
    async (name: string) => {
      const file = join(folder, name)
      const identity = await readIfPresent(file)
      if (identity === undefined) return undefined
      // After the file: it is archived after them, so they are there when it is.
      const [br, gzip] = await Promise.all([readIfPresent(`${file}.br`), readIfPresent(`${file}.gz`)])
      return assetOf(name, { identity, ...(br && { br }), ...(gzip && { gzip }) })
    },
    { forMs: keptMs, max: keptFiles, clock },
  )
  return async (path) => {
    const name = archived.exec(path)?.[1]
    return name !== undefined && isServed(name) ? read(name) : undefined
  }
}
