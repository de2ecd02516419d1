import { test } from '../browser/fixture.ts'
import { scheduleOf } from './schedule.ts'
import { judge } from './verdict.ts'
import { createWorld } from './world.ts'

/**
 * Real cards in a real browser on the real server while everything between them breaks. CHAOS_SEED and a
 * schedule's number say all that happens: `npm run bench:chaos -- --seed 42 --only 17`.
 */

const seed = Number(process.env['CHAOS_SEED'] ?? 1)
const count = Number(process.env['CHAOS_SCHEDULES'] ?? 20)
const only = process.env['CHAOS_ONLY']
const numbers = only ? [Number(only)] : [...Array(count).keys()]

for (const number of numbers) {
  const schedule = scheduleOf(seed, number)
  test(`schedule ${number} of seed ${seed}: ${schedule.theme}`, async ({ server, phoneNumber }, testInfo) => {
    const world = await createWorld(server, phoneNumber)
    try {
      for (const step of schedule.steps) await world.perform(step)
      await world.heal()
      await judge(world.page(), world.packId, world.given)
    } catch (error) {
      const body = [...world.story, `uploads met: ${world.proxy.met().join(' ')}`].join('\n')
      await testInfo.attach('story', { body, contentType: 'text/plain' })
      throw error
    } finally {
      await world.end()
    }
  })
}
