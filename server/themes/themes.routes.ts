import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/http/errors.ts'
import { notModified, type Handlers } from '#server/http/route.ts'
import { themes } from './palettes.ts'

const version = createHash('sha256').update(JSON.stringify(themes)).digest('hex').slice(0, 16)

export const themeRoutes = ({ database: { db } }: Pick<Deps, 'database'>) =>
  ({
    'GET /themes/available': async (_, { hasVersion }) => {
      if (hasVersion(version)) return notModified
      return { themes: [...themes] }
    },

    'GET /themes/current': async (_, { studentId }) => {
      const theme = await db
        .selectFrom('themes as t')
        .innerJoin('students as s', 's.theme_id', 't.id')
        .select(['t.id', 't.name', 't.config'])
        .where('s.id', '=', studentId)
        .executeTakeFirst()
      return theme ?? fail('session_expired')
    },

    'POST /themes/select/:id': async ({ id }, { studentId }) => {
      const theme = await db
        .selectFrom('themes')
        .select(['id', 'name', 'config'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!theme) return fail('not_found')
      await db.updateTable('students').set({ theme_id: id }).where('id', '=', studentId).execute()
      return theme
    },
  }) satisfies Partial<Handlers>
