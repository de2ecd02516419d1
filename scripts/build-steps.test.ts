import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { missingPackages } from './install.mjs'
import { precompress } from './precompress.mjs'
import { hashSources } from './sources.mjs'

let folder: string
beforeEach(async () => {
  folder = `${await mkdtemp(join(tmpdir(), 'build-steps-'))}/`
})
afterEach(() => rm(folder, { recursive: true }))

const put = async (name: string, content = name) => {
  await mkdir(join(folder, name, '..'), { recursive: true })
  await writeFile(join(folder, name), content)
}

describe('what is to be installed', () => {
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  }

  test('nothing, when every package has the version of the lock file', () => {
    expect(
      missingPackages(wanted, {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/a/node_modules/b': { version: '2.0.0' },
      }),
    ).toEqual([])
  })

  test('packages that are absent or of another version, those for other platforms apart', () => {
    expect(missingPackages(wanted, { 'node_modules/a': { version: '1.0.1' } })).toEqual([
      'a',
      'a/node_modules/b',
    ])
    expect(missingPackages(wanted, {})).toEqual(['a', 'a/node_modules/b'])
  })
})

describe('when a build is stale', () => {
  test('after a change of any source, of a name, or of the lock file, but not of a test', async () => {
    await put('src/a.ts')
    await put('package-lock.json')
    const before = await hashSources(folder)
    expect(await hashSources(folder)).toBe(before)

    await put('src/a.test.ts')
    await put('README.md')
    expect(await hashSources(folder)).toBe(before)

    await put('library/packs/a.yaml')
    const withPack = await hashSources(folder)
    expect(withPack).not.toBe(before)

    await put('package-lock.json', 'changed')
    expect(await hashSources(folder)).not.toBe(withPack)
  })
})

describe('static files', () => {
  test('get compressed copies that open to the same bytes, small ones apart', async () => {
    await put('assets/big.js', 'const a = 1\n'.repeat(200))
    await put('assets/small.js', 'a')
    await put('assets/photo.png', 'x'.repeat(2000))
    expect(await precompress(folder)).toBe(1)
    const big = await readFile(join(folder, 'assets/big.js'))
    expect(brotliDecompressSync(await readFile(join(folder, 'assets/big.js.br')))).toEqual(big)
    expect(gunzipSync(await readFile(join(folder, 'assets/big.js.gz')))).toEqual(big)
    expect(await readdir(join(folder, 'assets'))).toHaveLength(5)
  })
})
