import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { upload } from '#tests/support/study-facts.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { Call, TestStudent } from '#tests/support/test-server.ts'

const now = '2026-11-20T08:00:00.000Z'
const minuteMs = 60_000

const server = await serverOfFile({ now })
/** Another process over the same database. */
const elsewhere = await createApp(server.deps)
afterAll(() => elsewhere.close())
let phone: TestStudent
let tablet: TestStudent

beforeEach(async () => {
  server.clock.set(now)
  phone = await server.signIn()
  server.clock.advance(minuteMs)
  tablet = await server.signIn(phone.phone)
})

const devicesOf = async (call: Call) => (await call('GET /account/devices')).data.devices
const idOf = async (student: TestStudent): Promise<string> =>
  (await devicesOf(student.call)).find(({ current }) => current)!.id
const isIn = async (student: TestStudent) => (await student.call('GET /themes/current')).status !== 401
const uploads = (call: Call) => upload(call, { packId: randomUUID(), sentAt: server.clock.now() })
const elsewhereStatus = async (url: string, { token }: TestStudent) =>
  (await elsewhere.inject({ url: `/api/client${url}`, headers: { authorization: `Bearer ${token}` } }))
    .statusCode

describe('the list of devices', () => {
  it('has every session that stands, the one last used first, and marks the one that asks', async () => {
    expect(await devicesOf(phone.call)).toEqual([
      {
        id: expect.any(String),
        name: '',
        signedInAt: '2026-11-20T08:01:00.000Z',
        lastSeenAt: '2026-11-20T08:01:00.000Z',
        current: false,
      },
      { id: expect.any(String), name: '', signedInAt: now, lastSeenAt: now, current: true },
    ])
    server.clock.advance(120 * minuteMs)
    expect((await devicesOf(phone.call)).map(({ current }) => current)).toEqual([true, false])
  })

  it('shows neither ended nor expired sessions, nor those of others', async () => {
    await server.signIn()
    await tablet.call('POST /auth/logout')
    expect(await devicesOf(phone.call)).toHaveLength(1)
    server.clock.advance(90 * 86_400_000 - minuteMs)
    const later = await server.signIn(phone.phone)
    expect(await devicesOf(later.call)).toHaveLength(1)
  })

  it('names a device as it named itself', async () => {
    const number = '13912340000'
    const { data: sent } = await server.call('POST /auth/send-code', { phone: number })
    const login = await server.call('POST /auth/login', {
      phone: number,
      code: sent.devCode!,
      agreed: true,
      deviceName: 'Android · Chrome',
    })
    const call = server.callWith(login.data.token)
    expect((await devicesOf(call)).map(({ name }) => name)).toEqual(['Android · Chrome'])
  })

  it('gives away nothing that opens a session', async () => {
    const text = JSON.stringify(await devicesOf(phone.call))
    const rows = await server.deps.database.db.selectFrom('sessions').select('token_hash').execute()
    for (const { token_hash: hash } of rows) {
      expect(text).not.toContain(hash.toString('hex'))
      expect(text).not.toContain(hash.toString('base64'))
    }
  })
})

describe('signing one device out from afar', () => {
  it('ends its session and its upload ticket at once, and no other', async () => {
    expect([await isIn(phone), await isIn(tablet)]).toEqual([true, true])
    const deviceId = await idOf(tablet)
    expect((await phone.call('DELETE /account/devices/:deviceId', { deviceId })).code).toBe(2000)
    expect([await isIn(phone), await isIn(tablet)]).toEqual([true, false])
    expect((await uploads(tablet.callWithTicket)).code).toBe(4012)
    expect((await uploads(phone.callWithTicket)).code).toBe(2000)
  })

  it('also ends the tickets that it asked for later', async () => {
    const { data } = await tablet.call('POST /auth/upload-ticket')
    await phone.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(tablet) })
    expect((await uploads(server.callWith(data.ticket))).code).toBe(4012)
  })

  it('finds a few tickets of each device, of however many that it asked for at once', async () => {
    const asked = await Promise.all(Array.from({ length: 30 }, () => tablet.call('POST /auth/upload-ticket')))
    const { data } = await tablet.call('POST /auth/upload-ticket')
    const { rows } = await sql<{ of: string; count: number }>`
      select session_id as of, count(*)::integer as count from upload_tickets
      where student_id = ${tablet.studentId} group by session_id order by count desc`.execute(
      server.deps.database.db,
    )
    expect(asked.map(({ code }) => code)).toEqual(asked.map(() => 2000))
    expect(rows.map(({ count }) => count)).toEqual([5, 1])
    expect((await uploads(server.callWith(data.ticket))).code).toBe(2000)
  })

  it('changes nothing the second time, and may concern the device that asks', async () => {
    const deviceId = await idOf(tablet)
    const twice = [
      await phone.call('DELETE /account/devices/:deviceId', { deviceId }),
      await phone.call('DELETE /account/devices/:deviceId', { deviceId }),
    ]
    expect(twice.map(({ code }) => code)).toEqual([2000, 2000])
    await phone.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(phone) })
    expect(await isIn(phone)).toBe(false)
  })

  it("finds no other student's device", async () => {
    const stranger = await server.signIn()
    const reply = await stranger.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(phone) })
    expect(reply).toMatchObject({ status: 404, code: 4040 })
    expect(await isIn(phone)).toBe(true)
    expect((await uploads(phone.callWithTicket)).code).toBe(2000)
  })

  it('lets no ticket slip out to a session that is being signed out at that moment', async () => {
    const deviceId = await idOf(tablet)
    const [, ...tickets] = await Promise.all([
      phone.call('DELETE /account/devices/:deviceId', { deviceId }),
      ...Array.from({ length: 5 }, () => tablet.call('POST /auth/upload-ticket')),
    ])
    for (const { code, data } of tickets) {
      if (code === 2000) expect((await uploads(server.callWith(data.ticket))).code).toBe(4012)
      else expect(code).toBe(4001)
    }
  })
})

describe('signing all other devices out', () => {
  it('leaves the one that asks with its tickets, and nothing else', async () => {
    server.clock.advance(minuteMs)
    const third = await server.signIn(phone.phone)
    const { data } = await phone.call('POST /auth/upload-ticket')
    expect((await phone.call('DELETE /account/devices')).code).toBe(2000)
    expect([await isIn(phone), await isIn(tablet), await isIn(third)]).toEqual([true, false, false])
    const tickets = [phone.ticket, data.ticket, tablet.ticket, third.ticket]
    const codes = []
    for (const ticket of tickets) codes.push((await uploads(server.callWith(ticket))).code)
    expect(codes).toEqual([2000, 2000, 4012, 4012])
  })

  it('ends tickets that belong to no session, from before they did', async () => {
    await server.deps.database.db
      .updateTable('upload_tickets')
      .set({ session_id: null })
      .where('student_id', '=', phone.studentId)
      .execute()
    await phone.call('DELETE /account/devices')
    expect((await uploads(tablet.callWithTicket)).code).toBe(4012)
  })

  it('touches no other student', async () => {
    const stranger = await server.signIn()
    await phone.call('DELETE /account/devices')
    expect(await isIn(stranger)).toBe(true)
  })
})

describe('in another process', () => {
  it('a signed-out device is out within a minute, and at once where the account or money is at stake', async () => {
    expect(await elsewhereStatus('/user-study/summary', tablet)).toBe(200)
    await phone.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(tablet) })
    expect(await elsewhereStatus('/account/security', tablet)).toBe(401)
    expect(await elsewhereStatus('/user-study/summary', tablet)).toBe(401)
  })

  it('a session that was remembered there ends within a minute', async () => {
    expect(await elsewhereStatus('/user-study/summary', tablet)).toBe(200)
    await phone.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(tablet) })
    server.clock.advance(46_000)
    expect(await elsewhereStatus('/user-study/summary', tablet)).toBe(401)
  })

  it.each([
    '/account/devices',
    '/account/export?section=account',
    '/wallet/balance-history',
    '/orders',
    '/profile',
  ])('%s asks the database each time', async (url) => {
    await elsewhereStatus('/user-study/summary', tablet)
    await phone.call('DELETE /account/devices/:deviceId', { deviceId: await idOf(tablet) })
    expect(await elsewhereStatus(url, tablet)).toBe(401)
  })
})
