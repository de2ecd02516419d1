import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhika-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Above every pid that Linux gives out. */
const deadPid = 2 ** 30

describe.each(['linux', 'darwin'] as const)('the lock of a data folder on %s', (platform) => {
  const isSupported = platform !== 'linux' || process.platform === 'linux'

  test.runIf(isSupported)('is refused to a second holder, with a message that names the folder', async () => {
    const lock = await lockFolder(folder, { platform })
    await expect(lockFolder(folder, { platform })).rejects.toThrow(FolderInUse)
    await expect(lockFolder(folder, { platform })).rejects.toThrow(`数据目录 ${folder} 正被另一个进程使用`)
    await lock.release()
  })

  test.runIf(isSupported)('can be taken again after its release', async () => {
    const first = await lockFolder(folder, { platform })
    await first.release()
    const second = await lockFolder(folder, { platform })
    await second.release()
  })

  test.runIf(isSupported)('is the same by every path to the folder', async () => {
    const alias = `${folder}-alias`
    await symlink(folder, alias)
    const lock = await lockFolder(folder, { platform })
    await expect(lockFolder(alias, { platform })).rejects.toThrow(FolderInUse)
    await lock.release()
    await rm(alias)
  })
})

describe('the pid file', () => {
  const pidFile = () => join(folder, 'owner.pid')

  test('of a process that is gone gives way', async () => {
    await writeFile(pidFile(), String(deadPid))
    const lock = await lockFolder(folder, { platform: 'darwin' })
    expect(await readFile(pidFile(), 'utf8')).toBe(String(process.pid))
    await lock.release()
  })

  test('of a live process is left alone', async () => {
    await writeFile(pidFile(), String(process.ppid))
    await expect(lockFolder(folder, { platform: 'darwin' })).rejects.toThrow(`进程号 ${process.ppid}`)
    expect(await readFile(pidFile(), 'utf8')).toBe(String(process.ppid))
  })

  test('that is only just being written is left alone', async () => {
    await writeFile(pidFile(), '')
    await expect(lockFolder(folder, { platform: 'darwin' })).rejects.toThrow(FolderInUse)
  })
})
