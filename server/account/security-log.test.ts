import { describe, expect, it } from 'vitest'
import { createLogger } from '#server/http/request-log.ts'
import { sweepDeletions } from '#tests/support/account-deletion.ts'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { listEvents } from './security-log.repository.ts'

const lines: string[] = []
const log = createLogger({ logLevel: 'info' }, { write: (line) => lines.push(line) })
const server = await serverOfFile({ log })

const eventsOf = (studentId: string) => listEvents(server.deps.database.db, { studentId, since: new Date(0) })
const storyOf = async (studentId: string) =>
  (await eventsOf(studentId)).map(({ kind, refusal }) => (refusal === null ? kind : `${kind}: ${refusal}`))

describe('what happened to an account', () => {
  it('is written down with who, from where, on what and why, and names no phone and no token', async () => {
    const { studentId, phone, token, call } = await server.signIn()
    server.clock.advance(60_000)
    const code = await codeFor(server, phone, 'login')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const thief = server.callFrom('203.0.113.7')
    const login = { phone, agreed: true, deviceName: '教室的平板' } as const
    for (let count = 0; count < 6; count += 1) {
      server.clock.advance(1)
      await thief('POST /auth/login', { ...login, code: wrong })
    }
    server.clock.advance(1)
    const { data: other } = await server.call('POST /auth/login', { ...login, code })
    const { data: list } = await call('GET /account/devices')
    server.clock.advance(1)
    await call('DELETE /account/devices/:deviceId', { deviceId: list.devices.find((d) => !d.current)!.id })
    server.clock.advance(1)
    expect((await server.callWith(other.token)('GET /account/security')).code).toBe(4001)
    await expect.poll(async () => (await storyOf(studentId)).at(-1)).toBe('token: session_expired')
    for (const key of ['POST /account/deletion', 'DELETE /account/deletion', 'POST /auth/logout'] as const) {
      server.clock.advance(1)
      await call(key)
    }

    expect(await storyOf(studentId)).toEqual([
      'sign_in',
      'sign_in: wrong_code',
      'sign_in: wrong_code',
      'sign_in: wrong_code',
      'sign_in: wrong_code',
      'sign_in: code_exhausted',
      'sign_in: code_exhausted',
      'sign_in',
      'device_out',
      'token: session_expired',
      'deletion',
      'deletion_end',
      'sign_out',
    ])
    const [, guess] = await eventsOf(studentId)
    expect(guess).toMatchObject({ network: '203.0.113.7', device_name: '教室的平板', means: 'code' })
    const written = JSON.stringify(await eventsOf(studentId)) + lines.join('')
    for (const secret of [phone, token, other.token]) expect(written).not.toContain(secret)
    expect(lines.filter((line) => line.includes('"msg":"security"')).length).toBeGreaterThan(12)
  })

  it('is shown to its student alone, the last first', async () => {
    const [student, other] = [await server.signIn(), await server.signIn()]
    server.clock.advance(1)
    await student.call('POST /account/proof/wait')
    const { events } = (await student.call('GET /account/activity')).data
    expect(events.map(({ kind, refused }) => [kind, refused])).toEqual([
      ['proof_wait', false],
      ['sign_in', false],
    ])
    expect((await other.call('GET /account/activity')).data.events).toHaveLength(1)
  })

  it('is forgotten after half a year', async () => {
    const { studentId } = await server.signIn()
    server.clock.advance(179 * 86_400_000)
    await sweepDeletions(server)
    expect(await eventsOf(studentId)).toHaveLength(1)
    server.clock.advance(2 * 86_400_000)
    await sweepDeletions(server)
    expect(await eventsOf(studentId)).toEqual([])
  })
})

describe('sessions', () => {
  it('end when they are not used for sixty days, and not before', async () => {
    const [used, unused] = [await server.signIn(), await server.signIn()]
    for (let day = 0; day < 60; day += 20) {
      server.clock.advance(20 * 86_400_000)
      expect((await used.call('GET /account/security')).code).toBe(2000)
    }
    expect((await unused.call('GET /account/security')).code).toBe(4001)
  })

  it('are twenty of one student at most: the one longest unused ends', async () => {
    const first = await server.signIn()
    server.clock.advance(3_600_000)
    const second = await server.signIn(first.phone)
    for (let count = 0; count < 19; count += 1) {
      server.clock.advance(86_400_000)
      if (count === 0) await first.call('GET /account/security')
      await server.signIn(first.phone)
    }
    expect((await second.call('GET /account/security')).code).toBe(4001)
    expect((await first.call('GET /account/devices')).data.devices).toHaveLength(20)
  })
})
