import './node-version.mjs'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/** `npm run lighthouse [-- --save]`: the figures of the four pages that most students start with; fails below them. */

await buildIfStale()
const save = process.argv.includes('--save') ? '1' : ''
const env = { CHROMIUM_PATH: await ensureChromium(), SAVE_BENCHMARKS: save }
process.exitCode = await run(bin('tsx'), ['tests/lighthouse/measure.ts'], { env })
