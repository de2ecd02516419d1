import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { themes } from './palettes.ts'

/**
 * Brings the table in line with this version's themes. Safe to repeat, and at once in several processes. What an
 * earlier version offered stays, for those who chose it.
 */
export async function loadThemes(db: Kysely<Schema>): Promise<void> {
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

/** The theme of a student; undefined when the student is gone. */
export function findThemeOf(db: Kysely<Schema>, studentId: string) {
  return db
    .selectFrom('themes as t')
    .innerJoin('students as s', 's.theme_id', 't.id')
    .select(['t.id', 't.name', 't.config'])
    .where('s.id', '=', studentId)
    .executeTakeFirst()
}

export function findTheme(db: Kysely<Schema>, id: string) {
  return db.selectFrom('themes').select(['id', 'name', 'config']).where('id', '=', id).executeTakeFirst()
}

export async function setTheme(db: Kysely<Schema>, studentId: string, id: string): Promise<void> {
  await db.updateTable('students').set({ theme_id: id }).where('id', '=', studentId).execute()
}
