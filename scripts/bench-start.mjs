import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run bench:start`: how fast the server starts, and the installed app with no network, with and without a long history. */

await buildIfStale()
const env = { CHROMIUM_PATH: await ensureChromium() }
const args = ['test', '--project=bench', '--workers=1', '--reporter=line', ...process.argv.slice(2)]
process.exitCode = await run(bin('playwright'), args, { env })
