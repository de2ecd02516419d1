import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { defaultStudyConfig } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'

/** Writes a student straight into the tables, with a wallet; for tests below the calls. */
export async function insertTestStudent(db: Kysely<Schema>, at: Date, coins = 200): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('students')
    .values({
      id,
      phone: `13${randomInt(100_000_000, 999_999_999)}`,
      name: '测试',
      theme_id: 'default',
      study_config: JSON.stringify(defaultStudyConfig),
      agreed_at: at,
      created_at: at,
    })
    .execute()
  await db.insertInto('wallets').values({ student_id: id, coins }).execute()
  return id
}
