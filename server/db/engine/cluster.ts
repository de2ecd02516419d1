import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ifPresent } from '#server/lib/missing-files.ts'

/** Where an embedded database lies on disk, and which engine may open it. */

/** The cluster's folder inside a data folder (`DATA_DIR`). */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/** The PostgreSQL inside the installed PGlite. A new major cannot read the files of an old one. */
const enginePostgresMajor = 18

/** For messages and for telling templates apart. */
export function engineVersion(): string {
  const require = createRequire(import.meta.url)
  const main = require.resolve('@electric-sql/pglite')
  return (require(join(main, '../../package.json')) as { version: string }).version
}

const engineFile = (folder: string) => join(folder, 'zhika-engine.json')

const readIfPresent = (path: string) => ifPresent(readFile(path, 'utf8'))

/** Writes down which engine made the cluster, for the message of a later one that cannot read it. */
export function recordEngine(folder: string): Promise<void> {
  return writeFile(
    engineFile(folder),
    JSON.stringify({ pglite: engineVersion(), postgres: enginePostgresMajor }),
  )
}

/** Whether a whole cluster lies in the folder: clusters appear there by one rename. */
export async function clusterExists(folder: string): Promise<boolean> {
  return (await readIfPresent(join(folder, 'PG_VERSION'))) !== undefined
}

/** @throws when the folder holds no cluster, with a message for the operator */
export async function assertCluster(folder: string): Promise<void> {
  if (!(await clusterExists(folder))) throw new Error(`${folder} 里没有知卡的内置数据库。`)
}

/** @throws when the cluster was made by another major version of PostgreSQL, with a message for its user */
export async function assertSameMajor(folder: string): Promise<void> {
  const major = Number(await readFile(join(folder, 'PG_VERSION'), 'utf8'))
  if (major === enginePostgresMajor) return
  const made = JSON.parse((await readIfPresent(engineFile(folder))) ?? '{}') as { pglite?: string }
  throw new Error(
    `数据库 ${folder} 由 PostgreSQL ${major}${made.pglite ? `（PGlite ${made.pglite}）` : ''} 建立，` +
      `当前程序内置的是 PostgreSQL ${enginePostgresMajor}，不能直接打开。` +
      '请先用原来的版本执行 db:move 迁到 PostgreSQL，再升级。',
  )
}

/** Call it only while holding the folder's lock: what a killed process left would stop the engine. */
export function removeStalePid(folder: string): Promise<void> {
  return rm(join(folder, 'postmaster.pid'), { force: true })
}
