import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createTestDataDir, type TestDataDir } from '#tests/support/test-data-dir.ts'
import { clusterFolder } from './cluster.ts'
import { createEmbeddedPool } from './embedded-pool.ts'
import { startWorkerBackend } from './worker-backend.ts'

vi.setConfig({ testTimeout: 120_000 })

let dataDir: TestDataDir
beforeEach(async () => {
  dataDir = await createTestDataDir()
})
afterEach(() => dataDir.remove())

describe('the engine in a worker', () => {
  test('that dies fails the open transaction, and serves the next connection with a new engine', async () => {
    const workers: Worker[] = []
    process.on('worker', (worker) => workers.push(worker))
    const deaths: string[] = []
    const log = {
      ...silentLog,
      error: (_: object, message: string) => void deaths.push(message),
    } as typeof silentLog
    const backend = startWorkerBackend(clusterFolder(dataDir.path), log)
    const pool = createEmbeddedPool(backend, 60_000)

    const client = await pool.connect()
    await client.query('begin')
    await client.query("insert into rate_limits values ('half', now(), 1)")
    await workers.at(-1)!.terminate()
    await expect(client.query("insert into rate_limits values ('other half', now(), 1)")).rejects.toThrow()
    client.release(true)

    const { rows } = await pool.query('select key from rate_limits')
    expect(rows).toEqual([])
    expect(deaths).toEqual(['the embedded database died'])
    await pool.end()
    await backend.close()
  })

  test('does not hold up this thread while it works', async () => {
    const backend = startWorkerBackend(clusterFolder(dataDir.path), silentLog)
    const pool = createEmbeddedPool(backend, 60_000)
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 1)
    await pool.query('select count(*) from generate_series(1, 2000000)')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(5)
    await pool.end()
    await backend.close()
  })

  test('refuses to start on a folder without a cluster', async () => {
    const empty = await createTestDataDir('nothing')
    await expect(startWorkerBackend(empty.path, silentLog).open()).rejects.toThrow(
      `${empty.path} 里没有知卡的内置数据库`,
    )
    await empty.remove()
  })
})
