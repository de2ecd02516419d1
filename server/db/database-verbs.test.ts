import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import { databaseVerbs } from './database-verbs.ts'
import { openEmbedded } from './engine/embedded.ts'
import { openPostgres } from './postgres.ts'

// Some start several engines.
vi.setConfig({ testTimeout: 90_000 })

let dataDir: TestDataDir
beforeEach(async () => {
  dataDir = await createTestDataDir()
})
afterEach(() => dataDir.remove())

type Outcome = { code: number; output: string; errors: string }

/** As the command would end and print. */
const run = async ([verb, ...args]: string[], env: Record<string, string> = {}): Promise<Outcome> => {
  let output = ''
  const print = (line: string) => void (output += `${line}\n`)
  try {
    await databaseVerbs.get(verb!)!({ args, env: { DATA_DIR: dataDir.path, ...env }, print })
    return { code: 0, output, errors: '' }
  } catch (error) {
    return { code: 1, output, errors: (error as Error).message }
  }
}

const folders = () => readdir(dataDir.path)

describe('db:reset', () => {
  test.each<Record<string, string>>([{}, { NODE_ENV: 'production' }])(
    'asks for --yes with %o and deletes nothing',
    async (env) => {
      const { code, errors } = await run(['reset'], env)
      expect({ code, asks: errors.includes('npm run db:reset -- --yes') }).toEqual({ code: 1, asks: true })
      expect(await folders()).toContain('database')
    },
  )

  test('deletes the embedded database with --yes', async () => {
    expect((await run(['reset', '--yes'])).code).toBe(0)
    expect(await folders()).not.toContain('database')
  })

  test('needs no --yes in development', async () => {
    expect((await run(['reset'], { NODE_ENV: 'development' })).code).toBe(0)
    expect(await folders()).not.toContain('database')
  })

  test('refuses while DATABASE_URL is set, whatever else is said', async () => {
    const { code, errors } = await run(['reset', '--yes'], { DATABASE_URL: 'postgres://localhost/school' })
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('从不清空 PostgreSQL') as string,
    })
    expect(await folders()).toContain('database')
  })
})

describe('db:backup and db:restore', () => {
  test('say where the backup is and take it back', async () => {
    const { output } = await run(['backup'])
    const [name] = await readdir(join(dataDir.path, 'backups'))
    expect(output).toBe(`已备份到 ${join(dataDir.path, 'backups', name!)}\n`)
    const restored = await run(['restore', join(dataDir.path, 'backups', name!)])
    expect(restored).toMatchObject({ code: 0, errors: '' })
  })

  test.runIf(process.platform === 'linux')(
    'back up also while a server runs, but restore nothing then',
    async () => {
      const database = await openEmbedded({ dataDir: dataDir.path, log: silentLog })
      const { code } = await run(['backup'])
      expect(code).toBe(0)
      const [name] = await readdir(join(dataDir.path, 'backups'))
      const restored = await run(['restore', join(dataDir.path, 'backups', name!)])
      await database.close()
      expect(restored).toMatchObject({
        code: 1,
        errors: expect.stringContaining('正被另一个进程使用') as string,
      })
    },
  )

  test('explain themselves when the folder is missing', async () => {
    expect(await run(['restore'])).toMatchObject({
      code: 1,
      errors: '用法：npm run db:restore -- <备份>',
    })
  })
})

describe('db:move', () => {
  test('asks where to', async () => {
    const { code, errors } = await run(['move'])
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('DATABASE_URL') as string })
  })

  test('refuses a data folder without a database', async () => {
    const empty = await createTestDataDir('nothing')
    const env = { DATA_DIR: empty.path, DATABASE_URL: 'postgres://localhost/school' }
    expect((await run(['move'], env)).errors).toContain('没有知卡的内置数据库')
    await empty.remove()
  })

  const serverUrl = process.env['TEST_DATABASE_URL']
  test.runIf(serverUrl)('moves the embedded database into PostgreSQL', async () => {
    const from = await openEmbedded({ dataDir: dataDir.path, log: silentLog })
    await from.db
      .insertInto('grades')
      .values({ id: 'g', position: 1, name: '一年级', stage: '小学' })
      .execute()
    await from.close()
    const { url, drop } = await createPostgresDatabase(serverUrl!)
    const { code, output } = await run(['move'], { DATABASE_URL: url })
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('grades：1 行') as string })
    const to = await openPostgres({ databaseUrl: url, log: silentLog })
    expect(await to.db.selectFrom('grades').select('name').execute()).toEqual([{ name: '一年级' }])
    await to.close()
    await drop()
  })
})
