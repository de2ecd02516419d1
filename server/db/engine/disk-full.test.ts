import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { testTemplate } from '#tests/support/test-backend.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { clusterFolder } from './cluster.ts'
import { openEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let disk: string
let server: TestServer
let student: TestStudent

const mount = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'zhika', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Takes all the room that is left. */
const fill = async (): Promise<() => Promise<void>> => {
  const path = join(disk, 'filler')
  const file = await open(path, 'w')
  const chunk = Buffer.alloc(1 << 20)
  const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC'
  const write = async (): Promise<void> => {
    for (;;) await file.write(chunk)
  }
  await write().catch((error: unknown) => {
    if (!isFull(error)) throw error
  })
  await file.close()
  return () => rm(path)
}

/** Some 35 kB, of which nothing can be made smaller. */
const savePack = async (): Promise<number> => {
  const text = () => Array.from({ length: 40 }, () => randomUUID()).join(' ')
  const cards = Array.from({ length: 12 }, () => makePrivateCard({ front: text(), back: text() }))
  return (await student.call('POST /private-packs', makePrivatePack({ cards }))).status
}

const ready = async () => (await server.app.inject('/readyz')).statusCode
const reads = async () => (await student.call('GET /profile')).status

const probe = await mkdtemp(join(tmpdir(), 'zhika-disk-'))
const canMount = mount(probe)
if (canMount) execFileSync('umount', [probe])
await rm(probe, { recursive: true })

// Only the superuser can make a disk of a size.
describe.skipIf(!canMount)('a full disk', () => {
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'zhika-disk-'))
    mount(disk)
    cpSync(await testTemplate(), clusterFolder(disk), { recursive: true })
    server = await startTestServer({ database: await openEmbedded({ dataDir: disk, log: silentLog }) })
    student = await server.signIn()
    await server.insertPack()
  })
  afterEach(async () => {
    await server.close()
    execFileSync('umount', [disk])
    await rm(disk, { recursive: true })
  })

  test('is reported as busy, and by readiness, while reading goes on; with room again all is well', async () => {
    expect([await savePack(), await ready()]).toEqual([200, 200])
    const makeRoom = await fill()
    const statuses = new Set<number>()
    for (let time = 0; time < 50 && !statuses.has(503); time += 1) statuses.add(await savePack())
    expect([...statuses].filter((status) => status !== 200)).toEqual([503])
    expect([await ready(), await reads()]).toEqual([503, 200])
    await makeRoom()
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    expect(await savePack()).toBe(200)
  })
})
