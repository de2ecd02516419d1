import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folders = ['contract', 'src', 'sw', 'server', 'scripts', 'tests']

export type SourceFile = {
  /** From the project's folder, with slashes: `src/api/client.ts`. */
  path: string
  text: string
}

const filesBelow = (folder: string): string[] => {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(root.length).replaceAll('\\', '/'), entry.name))
}

/** Every file of the runtimes' folders, in the order of their names. */
export function projectFiles(): string[] {
  return folders.flatMap(filesBelow).toSorted()
}

export function sourceFiles(): SourceFile[] {
  return projectFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
}

/**
 * Where an import leads: a path from the project's folder, or null for a package or Node itself.
 * @param from the importing file
 */
export function targetOf(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(dirname(from), bare)
  return bare.startsWith('#') ? bare.slice(1) : null
}
