import { sql, type Kysely } from 'kysely'
import type { DiscoveryItem } from '#contract/discovery.ts'
import { isPublic, packSummaries, toPackSummary } from '#server/sql/pack-summary.ts'
import type { Schema } from '#server/db/schema.ts'

/** A pack for those who do not have it yet. */

type Db = Kysely<Schema>

/** Changes with everything that is shown; undefined for private packs and those that left the library. */
export async function findItemVersion(db: Db, packId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_packs as p')
    .select(({ selectFrom }) => [
      // Names of teachers and subjects, and the text of the cards, change with the library alone.
      selectFrom('library_versions').select('version').where('id', '=', 'library').as('library'),
      sql<string>`concat_ws('-', p.learner_count, p.review_count, p.rating_sum, p.catalogue_version,
        extract(epoch from p.updated_at))`.as('pack'),
    ])
    .where('p.id', '=', packId)
    .where(isPublic)
    .executeTakeFirst()
  return row && `${row.library?.slice(0, 16) ?? ''}-${row.pack}`
}

const readPreviews = (db: Db, packId: string) =>
  db
    .selectFrom('cards')
    .select(['id', 'pack_id as packId', 'title', 'hash', 'content'])
    .where('pack_id', '=', packId)
    .where('preview', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

export async function readItem(db: Db, packId: string): Promise<DiscoveryItem | undefined> {
  const [pack, previews] = await Promise.all([
    packSummaries(db)
      .select(['p.intro', 'p.source'])
      .where('p.id', '=', packId)
      .where(isPublic)
      .executeTakeFirst(),
    readPreviews(db, packId),
  ])
  return (
    pack && {
      ...toPackSummary(pack),
      intro: pack.intro,
      source: pack.source,
      previewCards: previews.map(({ content, ...card }) => ({ ...card, ...content })),
    }
  )
}
