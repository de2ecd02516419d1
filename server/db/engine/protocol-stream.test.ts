import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedTestDatabase } from '#tests/support/test-database.ts'
import type { Backend } from './backend.ts'
import type { Database } from '../database.ts'
import { createEmbeddedPool } from './embedded-pool.ts'

let database: Database
beforeEach(async () => {
  database = await openEmbeddedTestDatabase()
})
afterEach(() => database.close())

describe('the embedded engine behind the driver', () => {
  test('answers every one of many questions asked at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => sql<{ n: number }>`select ${n}::int as n`.execute(database.db)),
    )
    expect(answers.map(({ rows }) => rows[0]!.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  test('lets timers run during a chain of awaited queries', async () => {
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    for (let n = 0; n < 200; n += 1) await database.ping()
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
  })

  test('fails loudly when the database is used beside its own transaction', async () => {
    const nested = database.transaction(() => database.ping())
    await expect(nested).rejects.toThrow('timeout')
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('fails a query with the error of its engine', async () => {
    const dead: Backend = { open: async () => Promise.reject(new Error('it died')), close: async () => {} }
    const pool = createEmbeddedPool(dead, 1000)
    await expect(pool.query('select 1')).rejects.toThrow('it died')
    await pool.end()
  })
})
