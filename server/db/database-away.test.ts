import { rename } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { countLockWaiters } from '#tests/support/lock-waiters.ts'
import { startTcpGate, type TcpGate } from '#tests/support/tcp-gate.ts'
import { createTestDataDir } from '#tests/support/test-data-dir.ts'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { clusterFolder } from './engine/cluster.ts'
import { openEmbedded } from './engine/embedded.ts'
import { openPostgres, requestPatienceMs } from './postgres.ts'

/** While the database is away, calls say so, with the status at which the page tries again. */

// Several wait for the ten seconds of the pool.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const serverUrl = process.env['TEST_DATABASE_URL']

let server: TestServer
let student: TestStudent

const answers = async (): Promise<number> => (await student.call('GET /user-study/summary', {})).status
const answersReady = async (): Promise<number> => (await server.app.inject({ url: '/readyz' })).statusCode

const waitForAnswer = async (): Promise<void> => {
  await expect.poll(answers, { timeout: 60_000 }).toBe(200)
}

describe.runIf(serverUrl)('a PostgreSQL server that is away', () => {
  let gate: TcpGate
  let drop: () => Promise<void>
  beforeAll(async () => {
    const target = await createPostgresDatabase(serverUrl!)
    drop = target.drop
    const url = new URL(target.url)
    gate = await startTcpGate({ host: url.hostname, port: Number(url.port) })
    url.hostname = '127.0.0.1'
    url.port = String(gate.port)
    server = await startTestServer({
      database: await openPostgres({ databaseUrl: url.href, log: silentLog, withinMs: requestPatienceMs }),
    })
    student = await server.signIn()
  })
  afterEach(async () => {
    gate.open()
    await waitForAnswer()
  })
  afterAll(async () => {
    await server.close()
    await gate.close()
    await drop()
  })

  test('answers 503 when it accepts no connection', async () => {
    gate.shut()
    expect([await answers(), await answersReady()]).toEqual([503, 503])
  })

  test('answers 503 to the call that it breaks', async () => {
    const { database } = server.deps
    let broken: Promise<number> | undefined
    const locked = database.transaction(async (tx) => {
      await sql`lock table study_totals in access exclusive mode`.execute(tx)
      broken = answers()
      await expect.poll(() => countLockWaiters(database.db)).toBe(1)
      gate.shut()
      await sql`select 1`.execute(tx)
    })
    await expect(locked).rejects.toMatchObject({ code: '08006' })
    expect(await broken).toBe(503)
  })

  test('answers 503 when it swallows what is asked over connections that were open, also in transactions', async () => {
    await Promise.all(Array.from({ length: 12 }, answers))
    gate.hang()
    const patient = server.deps.database.patient.db
    const inBackground = sql`select 1 as one`.execute(patient).then(
      () => 'answered',
      () => 'broken',
    )
    const writing = student.call('PUT /profile', { name: '小明' }).then(({ status }) => status)
    const statuses = await Promise.all([writing, answersReady(), ...Array.from({ length: 11 }, answers)])
    expect(new Set(statuses)).toEqual(new Set([503]))
    gate.open()
    expect(await inBackground).toBe('broken')
  })

  test('answers 503 when it takes connections and says nothing, also to those who wait for one', async () => {
    gate.shut()
    expect(await answers()).toBe(503)
    gate.hang()
    const statuses = await Promise.all(Array.from({ length: 12 }, answers))
    expect(new Set(statuses)).toEqual(new Set([503]))
  })
})

describe('an embedded engine that died', () => {
  test('answers 503 until it can be started again', async () => {
    const workers: Worker[] = []
    const keep = (worker: Worker) => workers.push(worker)
    process.on('worker', keep)
    const dataDir = await createTestDataDir()
    const database = await openEmbedded({ dataDir: dataDir.path, log: silentLog })
    process.off('worker', keep)
    server = await startTestServer({ database })
    student = await server.signIn()

    const folder = clusterFolder(dataDir.path)
    await rename(folder, `${folder}.away`)
    await workers.at(-1)!.terminate()
    expect([await answers(), await answersReady()]).toEqual([503, 503])

    await rename(`${folder}.away`, folder)
    await waitForAnswer()
    await server.close()
    await dataDir.remove()
  })
})
