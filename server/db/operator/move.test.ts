import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedTestDatabase, openTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from '../database.ts'
import { moveDatabase } from './move.ts'
import { readTables } from '../tables.ts'

const studentId = '0190a1b2-0000-7000-8000-000000000001'
const nasty = `'"\\{},NULL\n\t汉字 😀 ,"a"`

let from: Database
let to: Database
beforeEach(async () => {
  from = await openEmbeddedTestDatabase()
  to = await openTestDatabase()
})
afterEach(() => Promise.all([from.close(), to.close()]))

const insertStudent = (database: Database) =>
  database.db
    .insertInto('students')
    .values({
      id: studentId,
      phone: '13800000000',
      name: nasty,
      theme_id: 'day',
      study_config: JSON.stringify({ note: nasty }),
      agreed_at: '2026-11-20T08:00:00.123456Z',
      created_at: new Date(),
    })
    .execute()

const insertLibrary = async (database: Database) => {
  await database.db
    .insertInto('grades')
    .values({ id: 'g', position: 1, name: '一年级', stage: '小学' })
    .execute()
  await database.db.insertInto('subjects').values({ id: 's', position: 1, name: '语文' }).execute()
  await database.db
    .insertInto('knowledge_points')
    .values({ id: 'k', position: 1, subject_id: 's', name: '古诗' })
    .execute()
  await sql`
    insert into card_packs (id, owner_id, title, label, summary, intro, source, grade_id, subject_id,
      knowledge_point_id, price_coins, card_count, preview_count, size_bytes, search_grams, search_text,
      catalogue_version, created_at, updated_at)
    select gen_random_uuid(), null, '卡包' || n, '', '', '{}', '', 'g', 's', 'k', 0, 0, 0, 0,
      array['古', ${nasty}, 'null', n::text], '', '', now(), now()
    from generate_series(1, 2500) n`.execute(database.db)
}

/** All rows of a table as text in a fixed order: equal on both sides means that nothing changed on the way. */
const contentOf = async (database: Database, table: string) => {
  const { rows } = await sql<{
    row: string
  }>`select t::text as row from ${sql.table(table)} t order by 1`.execute(database.db)
  return rows.map(({ row }) => row).sort()
}

describe('moving a database', () => {
  test('copies every table, value by value, across batches', async () => {
    await insertStudent(from)
    await insertLibrary(from)
    await from.db
      .insertInto('sessions')
      .values({
        token_hash: Buffer.from([0, 1, 0x5c, 0xff]),
        student_id: studentId,
        created_at: new Date(),
        last_seen_at: new Date(),
        expires_at: new Date(),
      })
      .execute()

    const copied = await moveDatabase(from, to)
    expect(copied.get('card_packs')).toBe(2500)
    for (const table of ['students', 'sessions', 'card_packs', 'grades']) {
      expect(await contentOf(to, table)).toEqual(await contentOf(from, table))
    }
  })

  test('covers every table but those of the migrations, parents first', async () => {
    const names = (await readTables(from.db)).map(({ name }) => name)
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'schema\\_%'`.execute(
      from.db,
    )
    expect(names.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    expect(names.indexOf('students')).toBeLessThan(names.indexOf('sessions'))
    expect(names.indexOf('card_packs')).toBeLessThan(names.indexOf('cards'))
  })

  test('refuses a database that holds rows already, and changes nothing in it', async () => {
    await insertLibrary(from)
    await insertStudent(to)
    await expect(moveDatabase(from, to)).rejects.toThrow('目标数据库的表 students 里已有数据')
    expect(await contentOf(to, 'grades')).toEqual([])
  })

  test('leaves nothing behind when it fails half-way', async () => {
    await insertLibrary(from)
    await sql`alter table card_packs add constraint small check (title <> '卡包2000')`.execute(to.db)
    await expect(moveDatabase(from, to)).rejects.toMatchObject({ code: '23514' })
    expect(await contentOf(to, 'grades')).toEqual([])
  })
})
