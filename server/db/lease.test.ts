import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { takeLease } from './lease.ts'

let database: Database
let now: Date
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  now = new Date('2026-11-20T08:00:00.000Z')
  await database.db.deleteFrom('task_leases').execute()
})
afterAll(() => database.close())

const minutes = (count: number) => count * 60_000
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}
const take = () => takeLease(database.db, { name: 'sweeping', clock: () => now, forMs: minutes(5) })

describe('a turn', () => {
  test('is had by one, until it runs out', async () => {
    expect(await take()).toBeDefined()
    pass(minutes(5) - 1)
    expect(await take()).toBeUndefined()
    pass(1)
    expect(await take()).toBeDefined()
  })

  test('lasts as long again from each extension, however often', async () => {
    const lease = await take()
    for (let extensions = 0; extensions < 3; extensions += 1) {
      pass(minutes(4))
      expect(await lease?.extend(database.db)).toBe(true)
      expect(await take()).toBeUndefined()
    }
    pass(minutes(5))
    expect(await take()).toBeDefined()
  })

  test('that ran out is extended until another process takes it, and then no more', async () => {
    const lease = await take()
    pass(minutes(6))
    expect(await lease?.extend(database.db)).toBe(true)
    pass(minutes(6))
    expect(await take()).toBeDefined()
    expect(await lease?.extend(database.db)).toBe(false)
    expect(await lease?.extend(database.db)).toBe(false)
  })

  test('knows itself after a transaction that took its extension back', async () => {
    const lease = await take()
    const failed = database.transaction(async (tx) => {
      pass(1000)
      await lease?.extend(tx)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    pass(1000)
    expect(await lease?.extend(database.db)).toBe(true)
  })
})
