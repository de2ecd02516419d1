import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const builtFolders = ['contract', 'src', 'sw', 'server', 'library', 'public']
const builtFiles = /^(package(-lock)?\.json|index\.html|tsconfig\.base\.json|vite(\.[a-z-]+)+\.ts)$/
const notBuilt = /\.test\.tsx?$|\.md$/

/**
 * A hash over everything that the build reads, so that a second start builds nothing and a change of one
 * file is never missed. Names count as well as bytes.
 * @param {string} folder the project's folder
 * @returns {Promise<string>}
 */
export const hashSources = async (folder) => {
  const top = (await readdir(folder)).filter((name) => builtFiles.test(name))
  const deep = await Promise.all(
    builtFolders.map(async (name) => {
      const entries = await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(
        () => [],
      )
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    }),
  )
  const scripts = ['build.mjs', 'precompress.mjs'].map((name) => join(folder, 'scripts', name))
  const files = [...top.map((name) => join(folder, name)), ...deep.flat(), ...scripts]
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of files.filter((name) => !notBuilt.test(name)).toSorted()) {
    hash.update(`\0${file.slice(folder.length)}\0`).update(await readFile(file).catch(() => 'absent'))
  }
  return hash.digest('hex')
}
