import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serverProcess, type ServerProcess } from '../browser/server-process.ts'
import { createClassUnderLoad } from '../support/class-under-load.ts'
import { createLibraryFolder, smallLibrary } from '../support/library-files.ts'
import { createPostgresDatabase } from '../support/test-database.ts'

/**
 * Two processes of a school on one PostgreSQL, of which one dies under load, then the other: the class goes on at the
 * one that is left, and nothing that either has acknowledged is gone. From sources, since this runs before a build.
 */

const serverUrl = process.env['TEST_DATABASE_URL']

let servers: ServerProcess[]
const clearUp: (() => Promise<void>)[] = []
beforeEach(async () => {
  if (!serverUrl) return
  const { url, drop } = await createPostgresDatabase(serverUrl)
  const library = await createLibraryFolder(smallLibrary)
  const env = {
    DATABASE_URL: url,
    LIBRARY_DIR: library.folder,
    CODE_PEPPER: 'of this test, known to everybody who reads it',
  }
  servers = [await serverProcess(env, 'sources'), await serverProcess(env, 'sources')]
  clearUp.push(...servers.map(({ remove }) => remove), drop, library.close)
  await Promise.all(servers.map(({ start }) => start()))
}, 120_000)
afterEach(async () => {
  for (const step of clearUp.splice(0)) await step()
})

describe.runIf(serverUrl)('two processes on PostgreSQL', () => {
  test('lose no acknowledged answer and no coin when each is killed under load', async () => {
    let tries = 0
    const nextHost = (): string => servers[(tries += 1) % servers.length]!.url
    const { classmates, study, progress, compare } = await createClassUnderLoad(nextHost, {
      students: 8,
      rounds: 8,
    })
    for (const server of servers) {
      const studied = study()
      while (progress() < 1 / 4) await delay(5)
      await server.kill()
      // The other one serves the class alone.
      await studied
      await server.start()
    }

    for (const classmate of classmates) {
      const { found, acknowledged } = await compare(classmate)
      expect(found).toEqual(acknowledged)
    }
  }, 180_000)
})
