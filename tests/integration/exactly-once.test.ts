import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { TestPack } from '#tests/support/test-pack.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { action } from './action.ts'
import { createClassroom } from './classroom.ts'
import { expectTruth } from './verdict.ts'

/**
 * The product's promise: every answer counts exactly once, under any timing. Random histories of two
 * students and two devices against the real server. `PROPERTY_RUNS=500` runs more of them,
 * `PROPERTY_SEED` (printed on failure) the same ones again.
 */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 16)
const seed = process.env['PROPERTY_SEED']
/** Far more than a run needs; a failure has so long to shrink to a short history. */
const timeLimitMs = numRuns * 1800

let server: TestServer
let pack: TestPack

beforeAll(async () => {
  server = await startTestServer()
  pack = await server.insertPack({ cardCount: 6, previewCount: 0 })
})
afterAll(() => server.close())

describe('every answer counts exactly once', () => {
  test.each([
    ['with Web Locks', true],
    ['with leases alone', false],
  ])(
    '%s',
    async (_, withLocks) => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40, size: 'max' }), async (actions) => {
          const classroom = await createClassroom(server, pack, withLocks)
          for (const next of actions) await classroom.perform(next)
          await classroom.heal()
          await expectTruth(classroom)
        }),
        { numRuns, interruptAfterTimeLimit: timeLimitMs, ...(seed !== undefined && { seed: Number(seed) }) },
      )
    },
    timeLimitMs + 60_000,
  )
})
