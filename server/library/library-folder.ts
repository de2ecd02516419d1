import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ifPresent } from '#server/lib/missing-files.ts'

/** The files of the library as they lie on disk, and one version for all of them. */

/** Raise it when the same files would be written differently: a loaded library is then loaded again. */
const loaderVersion = 3

export const listFiles = ['taxonomy.yaml', 'teachers.yaml', 'featured.yaml'] as const

export type LibraryFolder = {
  /** By name relative to the folder, e.g. `packs/tangshi-jingxuan.yaml`; sorted. */
  files: ReadonlyMap<string, string>
  /** Changes with any name or content. */
  version: string
}

const packFiles = async (folder: string): Promise<string[]> => {
  const names = (await ifPresent(readdir(join(folder, 'packs')))) ?? []
  return names.filter((name) => !name.startsWith('.')).map((name) => `packs/${name}`)
}

/** Reads every file; one that is missing is left out, for validation to report. */
export async function readLibraryFolder(folder: string): Promise<LibraryFolder> {
  const names = [...listFiles, ...(await packFiles(folder))].sort()
  const contents = await Promise.all(names.map((name) => ifPresent(readFile(join(folder, name), 'utf8'))))
  const files = new Map<string, string>()
  const hash = createHash('sha256').update(`loader ${loaderVersion}`)
  names.forEach((name, index) => {
    const content = contents[index]
    if (content === undefined) return
    files.set(name, content)
    hash.update(`\0${name}\0${content.length}\0`).update(content)
  })
  return { files, version: hash.digest('hex') }
}
