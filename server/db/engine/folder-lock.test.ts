import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FolderInUse } from './folder-in-use.ts'
import { lockFolder } from './folder-lock.ts'

// Processes of TypeScript start in some of them.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhika-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Above every pid that Linux gives out. */
const deadPid = 2 ** 30

describe.each(['linux', 'win32'] as const)('the lock of a data folder on %s', (platform) => {
  const isSupported = platform === 'win32' || process.platform !== 'win32'

  test.runIf(isSupported)('is refused to a second holder, with a message that names the folder', async () => {
    const lock = await lockFolder(folder, { platform })
    await expect(lockFolder(folder, { platform })).rejects.toThrow(FolderInUse)
    await expect(lockFolder(folder, { platform })).rejects.toThrow(`数据目录 ${folder} 正被另一个进程使用`)
    await lock.release()
  })

  test.runIf(isSupported)('can be taken again after its release', async () => {
    for (let time = 0; time < 3; time += 1) await (await lockFolder(folder, { platform })).release()
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

const holder = fileURLToPath(new URL('../../../tests/support/lock-process.ts', import.meta.url))
const started: ChildProcess[] = []

/** Starts a process that takes the lock and holds it; in a network of its own, as a container is. */
const start = async (how: 'beside us' | 'in another network' = 'beside us') => {
  const program = [process.execPath, '--import', 'tsx', holder, folder]
  const [command, ...args] = how === 'beside us' ? program : ['unshare', '-n', ...program]
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: line.toString().trim() }
}

const kill = async (child: ChildProcess) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

afterEach(async () => {
  const living = started.splice(0).filter(({ exitCode, signalCode }) => exitCode === null && !signalCode)
  await Promise.all(living.map(kill))
})

const hasOwnNetworks = (() => {
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.runIf(process.platform !== 'win32')('the socket in the folder', () => {
  test.skipIf(!hasOwnNetworks)('is met from another network, in both directions', async () => {
    const lock = await lockFolder(folder)
    expect((await start('in another network')).said).toBe('in use')
    await lock.release()
    expect((await start('in another network')).said).toBe('held')
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  })

  test('of a killed process gives way, to one of all that start at once', async () => {
    await kill((await start()).child)
    for (let round = 0; round < 20; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(folder)))
      const taken = tries.filter((result) => result.status === 'fulfilled')
      expect(taken).toHaveLength(1)
      await taken[0]!.value.release()
    }
  })

  test('gives way to one of several processes that start at once', async () => {
    await kill((await start()).child)
    const said = (await Promise.all(Array.from({ length: 4 }, () => start()))).map((one) => one.said)
    expect(said.toSorted()).toEqual(['held', 'in use', 'in use', 'in use'])
  })

  test('works where the path is longer than the kernel takes', async () => {
    const long = join(folder, '很长的文件夹名字'.repeat(8))
    await mkdir(long)
    const lock = await lockFolder(long)
    await expect(lockFolder(long)).rejects.toThrow(FolderInUse)
    await lock.release()
    await (await lockFolder(long)).release()
  })

  test('lies where only its owner comes, and leaves one file', async () => {
    await (await lockFolder(folder)).release()
    await (await lockFolder(folder)).release()
    expect((await stat(join(folder, 'lock'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'lock'))).toEqual(['2'])
  })
})

describe('the pid file', () => {
  const pidFile = () => join(folder, 'owner.pid')

  test('of a process that is gone gives way', async () => {
    await writeFile(pidFile(), `${deadPid} ${hostname()}`)
    const lock = await lockFolder(folder, { platform: 'win32' })
    expect(await readFile(pidFile(), 'utf8')).toBe(`${process.pid} ${hostname()}`)
    await lock.release()
  })

  test.each([
    ['of a live process', `${process.ppid} ${hostname()}`],
    ['of another machine', `${deadPid} another-machine`],
    ['that is only just being written', ''],
  ])('%s is left alone', async (_, content) => {
    await writeFile(pidFile(), content)
    await expect(lockFolder(folder, { platform: 'win32' })).rejects.toThrow(FolderInUse)
    expect(await readFile(pidFile(), 'utf8')).toBe(content)
  })
})
