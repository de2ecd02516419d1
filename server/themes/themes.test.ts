import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Value } from 'typebox/value'
import { defaultThemeId } from '#contract/constants.ts'
import { Theme } from '#contract/themes.ts'
import type { Database } from '#server/db/database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { loadThemes } from './themes.repository.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const stored = () =>
  database.db.selectFrom('themes').select(['id', 'name', 'config']).orderBy('position').execute()

describe('the themes of this version', () => {
  it('are there after every start, each as the contract describes it', async () => {
    await loadThemes(database.db)
    await Promise.all([loadThemes(database.db), loadThemes(database.db)])
    const themes = await stored()
    expect(themes[0]).toMatchObject({ id: defaultThemeId, name: '纸墨' })
    expect(themes.map(({ name }) => name)).toContain('护眼')
    expect(themes.length).toBeGreaterThanOrEqual(6)
    expect(themes.every((theme) => Value.Check(Theme, theme))).toBe(true)
  })

  it('take the place of what an earlier version wrote', async () => {
    await database.db.updateTable('themes').set({ name: '旧名字' }).execute()
    await loadThemes(database.db)
    expect((await stored())[0]?.name).toBe('纸墨')
  })
})
