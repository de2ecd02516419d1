import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run e2e -- [playwright's own arguments]`: browser tests against the built app. */

await buildIfStale()
const env = { CHROMIUM_PATH: await ensureChromium() }
process.exitCode = await run(bin('playwright'), ['test', '--project=e2e', ...process.argv.slice(2)], { env })
