import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run bench:start [-- --save]`: how fast the server starts, and the installed app with no network, with and without a long history. */

await buildIfStale()
const given = process.argv.slice(2)
// The test runner takes no options but its own.
const env = { CHROMIUM_PATH: await ensureChromium(), SAVE_BENCHMARKS: given.includes('--save') ? '1' : '' }
const own = given.filter((one) => one !== '--save')
const args = ['test', '--project=bench', '--workers=1', '--reporter=line', ...own]
process.exitCode = await run(bin('playwright'), args, { env })
