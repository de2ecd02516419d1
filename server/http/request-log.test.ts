import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { openPoolDatabase } from '#server/db/pool-database.ts'
import { createPostgresPool } from '#server/db/postgres.ts'
import { createPostgresDatabase } from '#tests/support/test-database.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { createLogger } from './request-log.ts'

const keepLines = () => {
  const lines: string[] = []
  const log = createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) })
  return {
    log,
    lines: () => lines.map((line) => JSON.parse(line) as { msg?: string }),
    text: () => lines.join(''),
  }
}

it.each([
  ['a whole second', '2026-11-20T04:00:00.000Z'],
  ['within it', '2026-11-20T04:00:00.007Z'],
  ['its end', '2026-11-20T04:00:00.999Z'],
  ['the next one', '2026-11-20T04:00:01.045Z'],
  ['another day, and a clock that was put back', '2026-11-19T23:59:59.500Z'],
  ['before 1970', '1969-12-31T23:59:59.001Z'],
])('the time of a line is that of the clock: %s', (_, at) => {
  vi.useFakeTimers({ now: Date.parse(at), toFake: ['Date'] })
  const { log, text } = keepLines()
  log.info('a line')
  vi.useRealTimers()
  expect(text()).toContain(`"time":"${at}"`)
})

it('the line of a request says what was asked by its pattern, and nothing of who asked for what', async () => {
  const { log, lines, text } = keepLines()
  const server = await startTestServer({ log })
  const phone = '13800138000'
  const student = await server.signIn(phone)
  const { packId } = await server.insertPack()
  await student.call('GET /card-packs/:id', { id: packId })
  await student.call('GET /card-packs/:id', { id: randomUUID() })
  const headers = { authorization: `Bearer ${student.token}` }
  await server.app.inject({ url: `/${phone}/${student.studentId}?ticket=${student.ticket}`, headers })
  await student.call('PUT /profile', { name: '李小明' })
  await server.close()
  expect(lines()).toContainEqual(
    expect.objectContaining({ route: '/api/client/card-packs/:id', status: 404 }),
  )
  for (const secret of [phone, packId, student.token, student.ticket, '李小明', '127.0.0.1'])
    expect(text()).not.toContain(secret)
  // The lines of the security log say whose account it is; those of requests do not.
  const requests = lines().filter(({ msg }) => msg === 'request')
  expect(requests.length).toBeGreaterThan(4)
  expect(JSON.stringify(requests)).not.toContain(student.studentId)
})

it('the line of a failure leaves out the row it failed on', () => {
  const { log, lines, text } = keepLines()
  const row = {
    detail: 'Key (phone)=(13800138000) already exists',
    where: 'COPY 13800138000',
    parameters: ['李小明'],
  }
  const error = Object.assign(new Error('duplicate key'), { code: '23505', table: 'students', ...row })
  log.error({ err: error }, 'failed')
  expect(lines()).toMatchObject([{ err: { message: 'duplicate key', code: '23505', table: 'students' } }])
  expect(text()).not.toMatch(/13800138000|李小明|"(detail|where|parameters)"/)
})

const serverUrl = process.env['TEST_DATABASE_URL']

it.runIf(serverUrl)('the line of a lost connection says why, and nothing of how to connect', async () => {
  const { log, lines, text } = keepLines()
  const { url, drop } = await createPostgresDatabase(serverUrl!)
  const pool = createPostgresPool(url)
  const database = openPoolDatabase({ engine: 'postgres', pool, log })
  await database.ping()
  await drop()
  await expect.poll(() => lines().length).toBe(1)
  expect(lines()).toMatchObject([{ err: { code: '57P01' }, msg: 'database connection lost' }])
  expect(text()).not.toMatch(/"client"|secretKey|select 1/)
  expect(text()).not.toContain(new URL(url).pathname.slice(1))
  await database.close()
})
