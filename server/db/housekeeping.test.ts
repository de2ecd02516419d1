import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { openEmbeddedTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'
import { startHousekeeping, type Housekeeping } from './housekeeping.ts'

const minuteMs = 60_000
/** 12:00 in Beijing. */
const noon = Date.UTC(2026, 10, 20, 4)

let database: Database
let now: number
let housekeeping: Housekeeping
let ended: boolean

beforeEach(async () => {
  database = await openEmbeddedTestDatabase()
  now = noon
  ended = false
  housekeeping = startHousekeeping({
    db: database.db,
    log: silentLog,
    clock: () => new Date(now),
    every: () => () => {
      ended = true
    },
  })
  // The first one also vacuums, since nothing says that it was done before.
  await housekeeping.tick()
})
afterEach(async () => {
  await housekeeping.stop()
  await database.close()
})

const lastCheckpoint = async () => {
  const { rows } = await sql<{
    lsn: string
  }>`select redo_lsn::text as lsn from pg_control_checkpoint()`.execute(database.db)
  return rows[0]!.lsn
}

const write = (bytes: number) =>
  sql`
  insert into rate_limits (key, window_start, count)
  select n || repeat(md5(n::text), 60), now(), 1 from generate_series(1, ${Math.ceil(bytes / 2000)}::int) n
  on conflict do nothing`.execute(database.db)

const vacuums = async () => {
  const { rows } = await sql<{ count: number }>`
    select vacuum_count as count from pg_stat_user_tables where relname = 'students'`.execute(database.db)
  return rows[0]!.count
}

/** The engine stamps vacuums with its own clock, so the test's clock is set by the distance from them. */
const lastVacuum = async () => {
  const { rows } = await sql<{
    last: Date
  }>`select max(last_vacuum) as last from pg_stat_user_tables`.execute(database.db)
  return rows[0]!.last.getTime()
}

const nextAtHour = (after: number, beijingHour: number) => {
  const time = new Date(after)
  time.setUTCHours((beijingHour + 16) % 24, 30, 0, 0)
  return time.getTime() > after ? time.getTime() : time.getTime() + 24 * 60 * minuteMs
}

describe('housekeeping', () => {
  test('checkpoints five minutes after the last one', async () => {
    await write(10_000)
    const before = await lastCheckpoint()
    now += 4 * minuteMs
    await housekeeping.tick()
    expect(await lastCheckpoint()).toBe(before)
    now += minuteMs
    await housekeeping.tick()
    expect(await lastCheckpoint()).not.toBe(before)
  })

  test('does not checkpoint when nothing was written', async () => {
    now += 5 * minuteMs
    await housekeeping.tick()
    const before = await lastCheckpoint()
    now += 60 * minuteMs
    await housekeeping.tick()
    expect(await lastCheckpoint()).toBe(before)
  })

  test('checkpoints at once when the log has grown by 64 MB', async () => {
    const before = await lastCheckpoint()
    await sql`
      select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 68)`.execute(
      database.db,
    )
    await housekeeping.tick()
    expect(await lastCheckpoint()).not.toBe(before)
  })

  test('vacuums once a night, and only once', async () => {
    const last = await lastVacuum()
    const count = await vacuums()
    now = nextAtHour(last + 20 * 60 * minuteMs, 3)
    await housekeeping.tick()
    expect(await vacuums()).toBe(count + 1)
    now = (await lastVacuum()) + minuteMs
    await housekeeping.tick()
    expect(await vacuums()).toBe(count + 1)
  })

  test('leaves the day alone, unless the last vacuum is two days old', async () => {
    const last = await lastVacuum()
    const count = await vacuums()
    now = nextAtHour(last + 20 * 60 * minuteMs, 12)
    await housekeeping.tick()
    expect(await vacuums()).toBe(count)
    now = last + 49 * 60 * minuteMs
    await housekeeping.tick()
    expect(await vacuums()).toBe(count + 1)
  })

  test('keeps a table that is updated again and again from growing without end', async () => {
    await write(400_000)
    const size = async () => {
      const { rows } = await sql<{ size: number }>`select pg_relation_size('rate_limits') as size`.execute(
        database.db,
      )
      return rows[0]!.size
    }
    const round = async () => {
      for (let n = 0; n < 3; n += 1) await sql`update rate_limits set count = count + 1`.execute(database.db)
      now = (await lastVacuum()) + 49 * 60 * minuteMs
      await housekeeping.tick()
    }
    await round()
    const before = await size()
    for (let n = 0; n < 5; n += 1) await round()
    expect(await size()).toBeLessThan(before * 1.5)
  })

  test('logs a failure and tries again at the next tick', async () => {
    await database.close()
    await expect(housekeeping.tick()).resolves.toBeUndefined()
    await expect(housekeeping.tick()).resolves.toBeUndefined()
  })

  test('ends its timer when it is stopped', async () => {
    await housekeeping.stop()
    expect(ended).toBe(true)
  })
})
