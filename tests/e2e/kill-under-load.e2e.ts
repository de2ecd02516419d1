import { setTimeout as delay } from 'node:timers/promises'
import { expect, testWithOwnServer } from '../browser/fixture.ts'
import { createClassUnderLoad } from '../support/class-under-load.ts'

// What is lost once is lost: no second try.
testWithOwnServer.describe.configure({ retries: 0 })

/** A power cut in the middle of a class: nothing that the server has acknowledged is gone when it is back. */

const kills = 3

testWithOwnServer(
  'a server killed under load loses no acknowledged answer and no coin',
  async ({ server }) => {
    const { classmates, study, progress, compare } = await createClassUnderLoad(() => server.url, {
      students: 12,
      rounds: 10,
    })
    const studied = study()
    for (let kill = 1; kill <= kills; kill += 1) {
      while (progress() < kill / (kills + 1)) await delay(5)
      await server.kill()
      await server.start()
    }
    await studied

    for (const classmate of classmates) {
      const { found, acknowledged } = await compare(classmate)
      expect(found).toEqual(acknowledged)
    }
  },
)
