import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { themes } from './palettes.ts'

/**
 * Brings the table in line with this version's themes. Safe to repeat, and at once in several processes. What an
 * earlier version offered stays, for those who chose it.
 */
export const loadThemes = async (db: Kysely<Schema>): Promise<void> => {
  await db
    .insertInto('themes')
    .values(
      themes.map(({ id, name, config }, position) => ({
        id,
        position,
        name,
        config: JSON.stringify(config),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        position: row.ref('excluded.position'),
        name: row.ref('excluded.name'),
        config: row.ref('excluded.config'),
      })),
    )
    .execute()
}
