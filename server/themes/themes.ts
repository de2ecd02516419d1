import type { Kysely } from 'kysely'
import { defaultThemeId } from '#contract/constants.ts'
import type { Theme } from '#contract/themes.ts'
import type { Schema } from '#server/db/schema.ts'

/** In the order of the theme settings. The tokens of `src/ui/tokens.css` are 纸墨 itself, so it sets none. */
const themes: readonly Theme[] = [
  {
    id: defaultThemeId,
    name: '纸墨',
    config: { login_bg: 'linear-gradient(180deg,#DCEBEF,#F5F3EE 55%)', scheme: 'auto', tokens: {} },
  },
]

/** Brings the table in line with this version's themes. Safe to repeat, and at once in several processes. */
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
