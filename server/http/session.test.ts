import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { createSessionGuard, type Admission } from './session.ts'
import { newToken } from './token.ts'

const now = '2026-11-20T08:00:00.000Z'
const dayMs = 86_400_000

let student: TestStudent

const server = await serverOfFile({ now })
beforeEach(async () => {
  server.clock.set(now)
  student = await server.signIn()
})

const uploadWith = (token: string | undefined) =>
  server.callWith(token)('POST /user-study/record/:packId/:sessionId', {
    packId: randomUUID(),
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    sentAt: server.clock.now().toISOString(),
    answers: [],
    undos: [],
  })
const profileWith = (token: string | undefined) => server.callWith(token)('GET /profile')

const sessionExpired = { status: 401, code: 4001, message: '登录已过期，请重新登录' }
const ticketInvalid = { status: 401, code: 4012, showType: 0 }

describe('who may call', () => {
  it.each([
    ['no token', undefined],
    ['an empty token', ''],
    ['a token that was never given', newToken('zk_')],
    ['a token of another make', 'eyJhbGciOiJub25lIn0.e30.'],
    ['SQL', "zk_' or '1'='1"],
    ['a very long token', `zk_${'a'.repeat(6000)}`],
  ])('refuses %s', async (_, token) => {
    expect(await profileWith(token)).toMatchObject(sessionExpired)
  })

  it('refuses a stranger before it reads or checks the body', async () => {
    const reply = await server.app.inject({
      method: 'PUT',
      url: '/api/client/profile',
      payload: '{not json',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.json()).toMatchObject({ code: 4001 })
  })

  it('lets public calls through, whatever token they carry', async () => {
    expect((await server.callWith('zk_nonsense')('GET /categories-tree')).code).toBe(2000)
  })

  it('takes the scheme in the lower case too, as some proxies write it', async () => {
    const reply = await server.app.inject({
      url: '/api/client/profile',
      headers: { authorization: `bearer ${student.token}` },
    })
    expect(reply.statusCode).toBe(200)
  })
})

describe('a session', () => {
  it('ends with logging out, and no other session with it', async () => {
    server.clock.advance(60_000)
    const otherDevice = await server.signIn(student.phone)
    await student.call('GET /profile')
    expect((await student.call('POST /auth/logout')).code).toBe(2000)
    expect(await profileWith(student.token)).toMatchObject(sessionExpired)
    expect((await profileWith(otherDevice.token)).code).toBe(2000)
  })

  it('leaves its upload ticket valid when it ends, so that waiting answers still go up', async () => {
    await student.call('POST /auth/logout')
    expect((await uploadWith(student.ticket)).code).toBe(2000)
    expect(await uploadWith(student.token)).toMatchObject(sessionExpired)
  })

  it('ends after 90 days', async () => {
    for (const days of [30, 30, 30]) {
      server.clock.advance(days * dayMs - 1)
      expect((await profileWith(student.token)).code).toBe(2000)
    }
    server.clock.advance(2)
    server.clock.advance(1)
    expect(await profileWith(student.token)).toMatchObject(sessionExpired)
  })

  it('that another process revokes ends here within a minute', async () => {
    await student.call('GET /profile')
    await server.deps.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('student_id', '=', student.studentId)
      .execute()
    server.clock.advance(46_000)
    expect(await profileWith(student.token)).toMatchObject(sessionExpired)
  })

  it('notes when it was last seen, at most once an hour', async () => {
    const lastSeen = async () => {
      const row = await server.deps.database.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('student_id', '=', student.studentId)
        .executeTakeFirstOrThrow()
      return row.last_seen_at.toISOString()
    }
    server.clock.advance(50 * 60_000)
    await student.call('GET /profile')
    expect(await lastSeen()).toBe(now)
    server.clock.advance(10 * 60_000)
    await student.call('GET /profile')
    expect(await lastSeen()).toBe('2026-11-20T09:00:00.000Z')
  })

  it('is kept as a hash only', async () => {
    const rows = await server.deps.database.db.selectFrom('sessions').selectAll().execute()
    const tickets = await server.deps.database.db.selectFrom('upload_tickets').selectAll().execute()
    expect(JSON.stringify([rows, tickets])).not.toContain(student.token)
    expect(JSON.stringify([rows, tickets])).not.toContain(student.ticket)
  })
})

describe('an upload ticket', () => {
  it('opens nothing but the upload', async () => {
    expect((await uploadWith(student.ticket)).code).toBe(2000)
    for (const key of [
      'GET /profile',
      'GET /user-study/summary',
      'POST /auth/upload-ticket',
      'POST /auth/logout',
    ] as const) {
      expect(await student.callWithTicket(key)).toMatchObject(sessionExpired)
    }
  })

  it('ends after 30 days, in silence', async () => {
    server.clock.advance(30 * dayMs)
    expect(await uploadWith(student.ticket)).toMatchObject(ticketInvalid)
  })

  it('that is unknown or revoked is not answered like an ended session', async () => {
    expect(await uploadWith(newToken('zt_'))).toMatchObject(ticketInvalid)
    await server.deps.database.db
      .updateTable('upload_tickets')
      .set({ revoked_at: server.clock.now() })
      .where('student_id', '=', student.studentId)
      .execute()
    expect(await uploadWith(student.ticket)).toMatchObject(ticketInvalid)
  })

  it('can be had again, and the one before stays valid', async () => {
    const { data } = await student.call('POST /auth/upload-ticket')
    expect(data).toMatchObject({ studentId: student.studentId, expiresAt: '2026-12-20T08:00:00.000Z' })
    expect((await uploadWith(data.ticket)).code).toBe(2000)
    expect((await uploadWith(student.ticket)).code).toBe(2000)
  })
})

describe('the memory of a process', () => {
  const reading: Admission = { access: 'session', needsConsent: false }
  const requestOf = ({ token }: TestStudent) =>
    ({ headers: { authorization: `Bearer ${token}` } }) as FastifyRequest
  const revokeAll = ({ studentId }: TestStudent) =>
    server.deps.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('student_id', '=', studentId)
      .execute()

  it('spares the database, but not where a call asks for a fresh look', async () => {
    const guard = createSessionGuard(server.deps)
    expect(await guard.callerOf(requestOf(student), reading)).toMatchObject({ studentId: student.studentId })
    await revokeAll(student)
    expect(await guard.callerOf(requestOf(student), reading)).toMatchObject({ studentId: student.studentId })
    const fresh = guard.callerOf(requestOf(student), { ...reading, fresh: true })
    await expect(fresh).rejects.toMatchObject({ reason: 'session_expired' })
    await expect(guard.callerOf(requestOf(student), reading)).rejects.toMatchObject({
      reason: 'session_expired',
    })
  })

  it('drops one student when asked to, and no one else', async () => {
    const guard = createSessionGuard(server.deps)
    const other = await server.signIn()
    for (const who of [student, other]) await guard.callerOf(requestOf(who), reading)
    for (const who of [student, other]) await revokeAll(who)
    guard.forget(student.studentId)
    await expect(guard.callerOf(requestOf(student), reading)).rejects.toMatchObject({
      reason: 'session_expired',
    })
    expect(await guard.callerOf(requestOf(other), reading)).toMatchObject({ studentId: other.studentId })
  })

  it('does not believe an end that was taken back through another process', async () => {
    const { database } = server.deps
    const guard = createSessionGuard(server.deps)
    const setDeletion = (requestedAt: Date | null) =>
      database.db
        .updateTable('students')
        .set({ deletion_requested_at: requestedAt })
        .where('id', '=', student.studentId)
        .execute()
    await setDeletion(new Date(server.clock.now().getTime() - 7 * dayMs + 10_000))
    await guard.callerOf(requestOf(student), reading)
    await setDeletion(null)
    server.clock.advance(20_000)
    expect(await guard.callerOf(requestOf(student), reading)).toMatchObject({ studentId: student.studentId })
  })

  it('does not keep what a look-up found before the session ended', async () => {
    const { database, clock } = server.deps
    let found = () => {}
    let goOn = () => {}
    const whenFound = new Promise<void>((resolve) => (found = resolve))
    const whenAllowed = new Promise<void>((resolve) => (goOn = resolve))
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        found()
        await whenAllowed
        return result
      },
    }
    const guard = createSessionGuard({ clock, database: { ...database, db: database.db.withPlugin(slow) } })
    const underWay = guard.callerOf(requestOf(student), reading)
    await whenFound
    guard.forget(student.studentId)
    goOn()
    expect(await underWay).toMatchObject({ studentId: student.studentId })
    await revokeAll(student)
    await expect(guard.callerOf(requestOf(student), reading)).rejects.toMatchObject({
      reason: 'session_expired',
    })
  })
})
