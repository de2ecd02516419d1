import { writeFile } from 'node:fs/promises'
import { expectChanges } from './changes.ts'
import { test } from './fixture.ts'
import { scheduleOf } from './schedule.ts'
import { judge, judgeFormer } from './verdict.ts'
import { createWorld, type World } from './world.ts'

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
  test(`schedule ${number} of seed ${seed}: ${schedule.theme}`, async ({ station }, testInfo) => {
    const sinceMs = Date.now()
    let world: World | undefined
    try {
      world = await createWorld(station, schedule)
      for (const step of schedule.steps) await world.perform(step)
      await world.heal()
      await judge(world.page(), world.student().given, { sinceMs })
      await expectChanges(station.server.url, world.student())
      for (const former of world.former) await judgeFormer(station.server.url, former)
    } catch (error) {
      // In a file: the report shows only the beginning of an attachment.
      const path = testInfo.outputPath('story.txt')
      await writeFile(path, world?.story().join('\n') ?? 'no one signed in')
      await testInfo.attach('story', { path, contentType: 'text/plain' })
      throw error
    }
  })
}
