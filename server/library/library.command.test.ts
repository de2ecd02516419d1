import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLibraryFolder, tangPack, type LibraryFolderOnDisk } from '#tests/support/library-files.ts'

const command = fileURLToPath(new URL('library.command.ts', import.meta.url))

let library: LibraryFolderOnDisk

beforeAll(async () => {
  library = await createLibraryFolder()
})
afterAll(() => library.close())

const check = () =>
  spawnSync(process.execPath, ['--import', 'tsx', command, '--check'], {
    env: { ...process.env, LIBRARY_DIR: library.folder },
    encoding: 'utf8',
  })

describe('npm run library -- --check', () => {
  it('prints every problem and ends with a failing status', async () => {
    await library.write({ 'packs/tang.yaml': tangPack.replace('label: 唐诗三百首', 'label: 唐') })
    expect(check()).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'packs/tang.yaml:3: label 太短，至少 2 字，现在 1 字\n',
    })
  })
})
