import { readFile } from 'node:fs/promises'
import { must, root } from './process.mjs'

/** @typedef {{ version?: string, optional?: boolean, peer?: boolean }} LockedPackage */

/** @returns {Promise<Record<string, LockedPackage>>} */
const lockedPackages = async (/** @type {string} */ file) => {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/**
 * Compares what is installed (npm's own record inside node_modules) with what is asked for, package by
 * package: file times say nothing after a clone, a copy or a change of branch.
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} present
 * @returns {string[]} the packages that are missing or of another version
 */
export const missingPackages = (wanted, present) =>
  Object.entries(wanted)
    .filter(([path, { optional }]) => path.startsWith('node_modules/') && !optional)
    .filter(([path, { version }]) => present[path]?.version !== version)
    .map(([path]) => path.slice('node_modules/'.length))

/** Installs what package-lock.json asks for, if anything of it is missing. */
export const installMissing = async () => {
  const wanted = await lockedPackages(`${root}package-lock.json`)
  const missing = missingPackages(wanted, await lockedPackages(`${root}node_modules/.package-lock.json`))
  if (missing.length === 0) return
  const what = `安装依赖，缺少 ${missing.length} 个包（第一次通常一分钟，要下载）`
  // Development packages too, whatever NODE_ENV says: the page and the server are built here.
  await must(what, 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
}
