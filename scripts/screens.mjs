import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run screens -- [--width 320] [--only home,study] [--looks light,dark,rtl]`: pictures for a person. */

await buildIfStale()
const env = { CHROMIUM_PATH: await ensureChromium() }
process.exitCode = await run(bin('tsx'), ['tests/screens/take.ts', ...process.argv.slice(2)], { env })
