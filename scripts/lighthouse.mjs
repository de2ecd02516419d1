import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run lighthouse`: the figures of the four pages that most students start with; fails below them. */

await buildIfStale()
const env = { CHROMIUM_PATH: await ensureChromium() }
process.exitCode = await run(bin('tsx'), ['tests/lighthouse/measure.ts'], { env })
