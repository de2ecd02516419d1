import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bin, run } from './process.mjs'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const downloadTimeoutMs = 120_000
const packageTimeoutMs = 300_000

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

const installFromDebian = async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, timeoutMs: packageTimeoutMs, quiet: true }
  if ((await run('apt-get', ['update', '-qq'], options)) !== 0) return
  // The font: without it every Chinese character of a screenshot is an empty box.
  await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
    options,
  )
}

/**
 * Finds a Chromium, or installs one: Playwright's download first, Debian's package where that is refused.
 * @returns {Promise<string>} the program's path
 * @throws Error with what to do, in Chinese
 */
export const ensureChromium = async () => {
  const present = await findChromium()
  if (present) return present
  console.log('没有找到 Chromium，正在安装……')
  await run(bin('playwright'), ['install', 'chromium'], { timeoutMs: downloadTimeoutMs, quiet: true })
  const downloaded = await playwrightsOwn()
  if (downloaded) return downloaded
  await installFromDebian()
  const packaged = await systems()
  if (packaged) return packaged
  throw new Error(
    '没有可用的 Chromium：请安装 Chromium 或 Chrome，或用 CHROMIUM_PATH 指定它的路径，再运行一次。',
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
