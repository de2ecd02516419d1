import type { Kysely } from 'kysely'
import { isPublic } from './pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Changes when the library is loaded and whenever a public pack is: not with its learners and reviews, which do not
 * touch `updated_at`.
 */
export async function readPublicPacksVersion(db: Kysely<Schema>): Promise<string> {
  const row = await db
    .selectFrom('card_packs as p')
    .select(({ fn, selectFrom }) => [
      selectFrom('library_versions').select('version').where('id', '=', 'library').as('library'),
      fn.countAll<number>().as('packs'),
      fn.max('p.updated_at').as('updated_at'),
    ])
    .where(isPublic)
    .executeTakeFirstOrThrow()
  return [row.library?.slice(0, 16) ?? '', row.packs, row.updated_at?.getTime() ?? 0].join('-')
}
