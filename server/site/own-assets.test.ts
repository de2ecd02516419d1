import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/http/request-log.ts'
import { archiveAssets, pruneArchive } from './old-assets.mjs'
import { keepOwnAssets } from './own-assets.ts'
import { startTestServer } from '#tests/support/test-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhika-assets-'))
})
afterEach(() => rm(folder, { recursive: true }))

const days = (count: number) => new Date(Date.UTC(2026, 10, 20) + count * 86_400_000)
const assets = (version = 'page') => join(folder, version, 'assets')
const archive = () => join(folder, 'archive')
const put = async (file: string, content = file) => {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, content)
}

describe('a build', () => {
  it('leaves the files of the build before for 30 days after the last build that had them', async () => {
    await put(join(assets(), 'old-1.js'))
    await put(join(assets(), 'same-1.js'))
    await archiveAssets(assets(), archive(), days(0))

    await pruneArchive(archive(), days(0), ['new-1.js', 'same-1.js'])
    expect(await readdir(archive())).toEqual(['old-1.js'])
    await pruneArchive(archive(), days(29))
    expect(await readdir(archive())).toEqual(['old-1.js'])
    await pruneArchive(archive(), days(31))
    expect(await readdir(archive())).toEqual([])
  })

  it('restarts the count of their days when a later build has them again', async () => {
    await put(join(assets(), 'a-1.js'))
    await put(join(archive(), 'a-1.js'))
    await utimes(join(archive(), 'a-1.js'), days(-40), days(-40))
    await archiveAssets(assets(), archive(), days(0))
    await pruneArchive(archive(), days(1))
    expect(await readdir(archive())).toEqual(['a-1.js'])
  })

  it('archives a file only after its encodings, so that none is missing when it is found', async () => {
    for (const name of ['a-1.js', 'a-1.js.br', 'a-1.js.gz']) await put(join(assets(), name))
    await put(join(archive(), 'a-1.js.br', 'in the way'))
    await expect(archiveAssets(assets(), archive(), days(0))).rejects.toThrow()
    expect(await readdir(archive())).toContain('a-1.js.gz')
    expect(await readdir(archive())).not.toContain('a-1.js')
  })

  it('finds nothing to keep the first time', async () => {
    await archiveAssets(assets(), archive(), days(0))
    await pruneArchive(archive(), days(0))
    expect(await readdir(archive())).toEqual([])
  })
})

describe('a running version', () => {
  const log = createLogger({ logLevel: 'silent' })
  const start = (version: string, day: number) =>
    keepOwnAssets(
      { pageDir: join(folder, version), assetsArchiveDir: archive(), archivesOwnAssets: true },
      { log, clock: () => days(day) },
    )

  it('leaves its files to the versions after it, for 30 days', async () => {
    await put(join(assets('one'), 'app-1.js'), 'of version one')
    await put(join(assets('two'), 'app-2.js'), 'of version two')
    await Promise.all([start('one', 0), start('one', 0)])
    await start('two', 20)
    expect((await readdir(archive())).toSorted()).toEqual(['app-1.js', 'app-2.js'])

    const two = await startTestServer({
      config: { pageDir: join(folder, 'two'), assetsArchiveDir: archive() },
    })
    expect((await two.app.inject('/assets/app-1.js')).body).toBe('of version one')
    await two.close()

    await start('two', 31)
    expect(await readdir(archive())).toEqual(['app-2.js'])
  })

  it('does not write again what is there, and mends what was cut short', async () => {
    await put(join(assets('one'), 'app-1.js'), 'whole')
    await put(join(assets('one'), 'app-2.js'), 'whole')
    await start('one', 0)
    const { ino } = await stat(join(archive(), 'app-1.js'))
    await writeFile(join(archive(), 'app-2.js'), 'wh')
    await start('one', 1)
    expect(await stat(join(archive(), 'app-1.js'))).toMatchObject({ ino, mtime: days(1) })
    expect(await readFile(join(archive(), 'app-2.js'), 'utf8')).toBe('whole')
  })

  it('serves no file that another one is still writing', async () => {
    await put(join(archive(), '.1234.partial'), 'half a fi')
    const server = await startTestServer({ config: { assetsArchiveDir: archive() } })
    expect((await server.app.inject('/assets/.1234.partial')).statusCode).toBe(404)
    await server.close()
  })

  it('keeps nothing where the operator named no archive, and goes on when it cannot write', async () => {
    await put(join(assets('one'), 'app-1.js'))
    const config = { pageDir: join(folder, 'one'), assetsArchiveDir: archive(), archivesOwnAssets: false }
    await keepOwnAssets(config, { log, clock: () => days(0) })
    await expect(readdir(archive())).rejects.toThrow('ENOENT')

    await put(archive(), 'a file where the folder should be')
    await start('one', 0)
    expect(await readFile(archive(), 'utf8')).toBe('a file where the folder should be')
  })
})
