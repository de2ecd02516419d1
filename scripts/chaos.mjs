import './node-version.mjs'
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './find-chromium.mjs'
import { bin, run } from './process.mjs'

/**
 * `npm run bench:chaos -- --seed 42 --schedules 300 [--only 17]`: answers cards in real browsers while
 * everything around them breaks, then counts what the server has. The seed makes a run repeatable.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    schedules: { type: 'string', default: '300' },
    only: { type: 'string' },
  },
})

await buildIfStale()
const env = {
  CHROMIUM_PATH: await ensureChromium(),
  CHAOS_SEED: values.seed,
  CHAOS_SCHEDULES: values.schedules,
  CHAOS_ONLY: values.only ?? '',
}
console.log(`种子 ${values.seed}，${values.only ? `只有第 ${values.only} 个` : `${values.schedules} 个`}日程`)
const reporter = process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? 'list,json' : 'list'
const code = await run(bin('playwright'), ['test', '--project=chaos', `--reporter=${reporter}`], { env })
if (code !== 0)
  console.log(`重现：npm run bench:chaos -- --seed ${values.seed} --schedules ${values.schedules}`)
process.exitCode = code
