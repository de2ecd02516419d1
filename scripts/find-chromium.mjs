import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Flags for a headless browser that may run as root and must leave the network alone. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns {Promise<string | undefined>} the path, if a program is there */
const executable = async (/** @type {string | undefined} */ path) => {
  if (!path) return undefined
  return access(path, constants.X_OK).then(
    () => path,
    () => undefined,
  )
}

const playwrightsOwn = async () => {
  const { chromium } = await import('playwright')
  return executable(chromium.executablePath())
}

const systems = async () => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = [...folders.flatMap((folder) => systemNames.map((name) => join(folder, name))), ...macPlaces]
  for (const place of places) if (await executable(place)) return place
  return undefined
}

/** @returns {Promise<string | undefined>} a browser that is on this machine already */
export const findChromium = async () =>
  (await executable(process.env['CHROMIUM_PATH'])) ?? (await playwrightsOwn()) ?? (await systems())

/**
 * Finds a Chromium. Nothing is installed unasked: `.ci/run` installs one for CI.
 * @returns {Promise<string>} the program's path
 * @throws Error with what to do, in Chinese
 */
export const ensureChromium = async () => {
  const present = await findChromium()
  if (present) return present
  throw new Error(
    '没有找到 Chromium。请先安装（Debian：sudo apt-get install chromium fonts-noto-cjk；其他系统：npx playwright install chromium），或用 CHROMIUM_PATH 指定它的路径。',
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await ensureChromium())
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
