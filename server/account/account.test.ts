import { beforeEach, describe, expect, it } from 'vitest'
import { codeFor } from '#tests/support/sms-code.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const now = '2026-11-20T08:00:00.000Z'

let phones = 0
let phone: string

const server = await serverOfFile({ now })
beforeEach(() => {
  phone = `137${String((phones += 1)).padStart(8, '0')}`
})

const newCode = () => codeFor(server, phone, 'login')
const login = (code: string, to = phone) => server.call('POST /auth/login', { phone: to, code, agreed: true })

describe('the first login of a phone', () => {
  it('makes a student with a wallet, 200 coins in the ledger and the default settings', async () => {
    const { code, data } = await login(await newCode())
    expect(code).toBe(2000)
    expect(data.token).toMatch(/^zk_[\w-]{43}$/)
    expect(data.expiresAt).toBe('2027-02-18T08:00:00.000Z')
    expect(data.uploadTicket).toMatchObject({
      studentId: data.profile.id,
      expiresAt: '2026-12-20T08:00:00.000Z',
    })
    expect(data.uploadTicket.ticket).toMatch(/^zt_[\w-]{43}$/)
    expect(data.profile).toMatchObject({
      coins: 200,
      avatar: '',
      phoneMasked: `137****${phone.slice(-4)}`,
      currentTheme: { id: 'paper', name: '纸墨' },
      study: { dailyGoal: 30, newCardsPerDay: 10 },
      createdAt: now,
    })
    expect(data.profile.name).toMatch(/^同学\d{4}$/)
    const ledger = await server.deps.database.db
      .selectFrom('ledger_entries')
      .select(['kind', 'amount', 'balance_after'])
      .where('student_id', '=', data.profile.id)
      .execute()
    expect(ledger).toEqual([{ kind: 'welcome', amount: 200, balance_after: 200 }])
  })

  it('stores when the student agreed, and refuses a student who did not', async () => {
    const code = await newCode()
    const refused = await server.call('POST /auth/login', { phone, code, agreed: false as true })
    expect(refused).toMatchObject({ status: 422, message: '提交的内容有误：请先同意用户协议和隐私政策' })
    const { data } = await login(code)
    const row = await server.deps.database.db
      .selectFrom('students')
      .select('agreed_at')
      .where('id', '=', data.profile.id)
      .executeTakeFirstOrThrow()
    expect(row.agreed_at.toISOString()).toBe(now)
  })
})

describe('the next login of a phone', () => {
  it('keeps the name of the device as the plain text that it is', async () => {
    const deviceName = `<b>Pad</b>'; drop table sessions; --`
    const code = await newCode()
    const { data } = await server.call('POST /auth/login', { phone, code, agreed: true, deviceName })
    const row = await server.deps.database.db
      .selectFrom('sessions')
      .select('device_name')
      .where('student_id', '=', data.profile.id)
      .executeTakeFirstOrThrow()
    expect(row.device_name).toBe(deviceName)
  })

  it('finds the same student and gives no second welcome', async () => {
    const first = await login(await newCode())
    server.clock.advance(60_000)
    const second = await login(await newCode())
    expect(second.data.profile).toEqual(first.data.profile)
    expect(second.data.token).not.toBe(first.data.token)
  })

  it('clears away sessions that have expired', async () => {
    server.clock.set(now)
    const { data } = await login(await newCode())
    server.clock.advance(91 * 86_400_000)
    await login(await newCode())
    const rows = await server.deps.database.db
      .selectFrom('sessions')
      .select('created_at')
      .where('student_id', '=', data.profile.id)
      .execute()
    expect(rows).toHaveLength(1)
    server.clock.set(now)
  })
})
