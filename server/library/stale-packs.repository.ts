import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

type Look = {
  limit: number
  among?: readonly string[]
}

/**
 * Packs whose search entries are not what they should be: new and changed ones, and those that left. The ones with
 * most learners come first, for they are looked for most.
 */
export async function findStalePacks(db: Kysely<Schema>, { limit, among }: Look): Promise<string[]> {
  const rows = await db
    .selectFrom('card_packs as p')
    .leftJoin('search_packs as s', 's.pack_id', 'p.id')
    .select('p.id')
    .where(
      sql<boolean>`case when p.owner_id is null and p.removed_at is null
        then s.indexed_at is distinct from p.updated_at else s.pack_id is not null end`,
    )
    .$if(among !== undefined, (query) => query.where('p.id', '=', sql<string>`any(${among}::uuid[])`))
    .orderBy('p.learner_count', 'desc')
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
