import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { fail } from '#server/lib/errors.ts'
import { notModified, type Handlers } from '#server/http/route.ts'
import { themes } from './palettes.ts'
import { findTheme, findThemeOf, setTheme } from './themes.repository.ts'

const version = createHash('sha256').update(JSON.stringify(themes)).digest('hex').slice(0, 16)

export function themeRoutes({ database: { db } }: Pick<Deps, 'database'>) {
  return {
    'GET /themes/available': async (_, { hasVersion }) => {
      if (hasVersion(version)) return notModified
      return { themes: [...themes] }
    },

    'GET /themes/current': async (_, { studentId }) =>
      (await findThemeOf(db, studentId)) ?? fail('session_expired'),

    'POST /themes/select/:id': async ({ id }, { studentId }) => {
      const theme = await findTheme(db, id)
      if (!theme) return fail('not_found')
      await setTheme(db, studentId, id)
      return theme
    },
  } satisfies Partial<Handlers>
}
