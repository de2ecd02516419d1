import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const insertLimit = (db: Database['db'], key: string) =>
  db
    .insertInto('rate_limits')
    .values({ key, window_start: new Date(0), count: 1 })
    .execute()

const limitExists = async (key: string) =>
  (await database.db.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).length === 1

/** As the driver reports it. */
const databaseError = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })

describe('values', () => {
  test('arrive as the schema says: days as text, counters as numbers, instants as dates', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select date '2026-11-20' as day, 9007199254740991::int8 as counter, 1.25::numeric as average,
        sum(n) as sum, timestamptz '2026-11-20T08:00:00.123Z' as instant, jsonb '{"a":[1]}' as json,
        '\\x00ff'::bytea as bytes, array['古', null] as texts, array[1, null]::int8[] as counters,
        array[date '2026-01-02'] as days, null::date as nothing
      from (values (1::int8), (2)) v (n)`.execute(database.db)
    expect(rows[0]).toEqual({
      day: '2026-11-20',
      counter: Number.MAX_SAFE_INTEGER,
      average: 1.25,
      sum: 3,
      instant: new Date('2026-11-20T08:00:00.123Z'),
      json: { a: [1] },
      bytes: Buffer.from([0x00, 0xff]),
      texts: ['古', null],
      counters: [1, null],
      days: ['2026-01-02'],
      nothing: null,
    })
  })

  test('of several megabytes go in and come out whole', async () => {
    const text = '知卡'.repeat(700_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(database.db)
    expect(rows[0]!.text === text).toBe(true)
  })
})

describe('a transaction', () => {
  test('keeps what it wrote when it ends well', async () => {
    const key = randomUUID()
    await database.transaction((tx) => insertLimit(tx, key))
    expect(await limitExists(key)).toBe(true)
  })

  test('keeps nothing when its work throws', async () => {
    const key = randomUUID()
    const work = database.transaction(async (tx) => {
      await insertLimit(tx, key)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await limitExists(key)).toBe(false)
  })

  test('keeps nothing when a statement of it fails, and the connection goes on', async () => {
    const key = randomUUID()
    const work = database.transaction(async (tx) => {
      await insertLimit(tx, key)
      await insertLimit(tx, key)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await limitExists(key)).toBe(false)
  })

  test.each(['40001', '40P01'])('runs again after %s', async (code) => {
    const key = randomUUID()
    let runs = 0
    const result = await database.transaction(async (tx) => {
      runs += 1
      await insertLimit(tx, key)
      if (runs < 3) throw databaseError(code)
      return 'done'
    })
    expect({ result, runs, kept: await limitExists(key) }).toEqual({ result: 'done', runs: 3, kept: true })
  })

  test('gives up after six conflicts and says which', async () => {
    let runs = 0
    const work = database.transaction(async () => {
      runs += 1
      throw databaseError('40001')
    })
    await expect(work).rejects.toMatchObject({ code: '40001' })
    expect(runs).toBe(6)
  })

  test('does not run again after any other failure', async () => {
    let runs = 0
    const work = database.transaction(async () => {
      runs += 1
      throw databaseError('23505')
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(runs).toBe(1)
  })

  test('reads what others commit while it is open', async () => {
    const level = await database.transaction((tx) =>
      sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(tx),
    )
    expect(level.rows).toEqual([{ transaction_isolation: 'read committed' }])
  })
})

describe('a database', () => {
  test('prepares a statement once, however often it runs', async () => {
    const prepared = await database.db.connection().execute(async (db) => {
      for (const key of ['a', 'b', 'c'])
        await db.selectFrom('grades').select('name').where('id', '=', key).execute()
      return sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like '%from "grades"%'`.execute(db)
    })
    expect(prepared.rows.filter(({ statement }) => statement.startsWith('select "name"'))).toHaveLength(1)
  })

  test('answers over each of its connections when its tables changed under a prepared statement', async () => {
    const everyConnection = Array.from({ length: database.engine === 'postgres' ? 10 : 1 })
    const read = (db: Database['db'] = database.db) => sql`select * from changing`.execute(db)
    const readAtOnce = () => Promise.all(everyConnection.map(() => read()))
    await sql`create table changing (a integer)`.execute(database.db)
    /** Each holds its connection until all have read. */
    const warmUp = async () => {
      let reading = 0
      let release = () => {}
      const allRead = new Promise<void>((resolve) => (release = resolve))
      const one = () =>
        database.db.connection().execute(async (db) => {
          await read(db)
          reading += 1
          if (reading === everyConnection.length) release()
          await allRead
        })
      await Promise.all(everyConnection.map(one))
    }
    await warmUp()
    await sql`alter table changing add column b integer`.execute(database.db)
    await sql`insert into changing values (1, 2)`.execute(database.db)
    for (const { rows } of await readAtOnce()) expect(rows).toEqual([{ a: 1, b: 2 }])

    await warmUp()
    await sql`alter table changing drop column a`.execute(database.db)
    const inTransactions = everyConnection.map(() => database.transaction((tx) => read(tx)))
    for (const { rows } of await Promise.all(inTransactions)) expect(rows).toEqual([{ b: 2 }])
    await sql`drop table changing`.execute(database.db)
  })

  test('answers a ping', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('may be closed twice, and refuses work afterwards', async () => {
    const other = await openTestDatabase()
    await Promise.all([other.close(), other.close()])
    await expect(other.ping()).rejects.toThrow()
  })
})
