import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/test-database.ts'
import type { Database } from './database.ts'

const open: Database[] = []
const openOne = async () => {
  const database = await openTestDatabase()
  open.push(database)
  return database
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((database) => database.close()))
})

const student = (id: string) => ({
  id,
  phone: id.slice(-11),
  name: '张三',
  theme_id: 'day',
  study_config: '{}',
  agreed_at: new Date(),
  created_at: new Date(),
})
const someId = '0190a1b2-0000-7000-8000-000000000001'

describe('a database', () => {
  test('is migrated and empty when it is opened', async () => {
    const { db } = await openOne()
    expect(await db.selectFrom('students').selectAll().execute()).toEqual([])
  })
  test('keeps what a transaction wrote', async () => {
    const database = await openOne()
    await database.transaction((tx) => tx.insertInto('students').values(student(someId)).execute())
    expect(await database.db.selectFrom('students').select('name').execute()).toEqual([{ name: '张三' }])
  })
})
