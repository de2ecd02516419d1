import { access, constants, readdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Where Firefox and WebKit are on this machine. Chromium: see find-chromium.mjs. */

const isProgram = (/** @type {string} */ path) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** @returns {Promise<string | undefined>} the first of the names that a folder of PATH holds */
const onPath = async (/** @type {string[]} */ ...names) => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of names)
    for (const folder of folders) if (await isProgram(join(folder, name))) return join(folder, name)
  return undefined
}

/** @returns {Promise<string | undefined>} */
export const findFirefox = async () => {
  return process.env['FIREFOX_PATH'] ?? (await onPath('firefox-esr', 'firefox'))
}

/** Debian and its relatives keep MiniBrowser beside WebKit's own library. */
const findMiniBrowser = async () => {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const names = await readdir(libraries).catch(() => [])
  for (const name of names.filter((one) => one.startsWith('webkit2gtk-')).toReversed()) {
    const path = join(libraries, name, 'MiniBrowser')
    if (await isProgram(path)) return path
  }
  return undefined
}

/** @returns {Promise<{ driver: string, browser: string, screen: string } | undefined>} */
export const findWebkit = async () => {
  const [driver, browser, screen] = await Promise.all([
    onPath('WebKitWebDriver'),
    findMiniBrowser(),
    onPath('xvfb-run'),
  ])
  return driver && browser && screen ? { driver, browser, screen } : undefined
}
