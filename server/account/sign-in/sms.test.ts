import { afterEach, describe, expect, it } from 'vitest'
import { SmsBadNumber, SmsTooOften, SmsUncertain, type SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { createLogger } from '#server/http/request-log.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const phone = '13800138000'

let server: TestServer
afterEach(() => server.close())

const sendCode = () => server.call('POST /auth/send-code', { phone })
const login = (code = '') => server.call('POST /auth/login', { phone, code, agreed: true })

/** A provider that fails as long as `failing` says so, and remembers what it was given. */
const createProvider = () => {
  const sent: string[] = []
  const provider: { failing: false | 'refuses' | 'is silent'; sent: string[] } = { failing: false, sent }
  const gateway: SmsGateway = {
    revealsCodes: false,
    sendNotice: async () => {},
    sendCode: async (_, code) => {
      if (provider.failing === 'refuses') throw new Error('the provider is away')
      sent.push(code)
      if (provider.failing === 'is silent') throw new SmsUncertain('the provider did not answer')
    },
  }
  return { provider, gateway }
}

describe('a provider that fails', () => {
  it('costs the student neither the minute nor one of the ten', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    provider.failing = 'refuses'
    for (let count = 0; count < 12; count += 1) {
      expect(await sendCode()).toMatchObject({ status: 503, code: 5030, message: '服务器正忙，请稍后再试' })
    }
    provider.failing = false
    expect((await sendCode()).code).toBe(2000)
    expect(provider.sent).toHaveLength(1)
  })

  it('leaves no code behind that could be used', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    provider.failing = 'refuses'
    await sendCode()
    const row = await server.deps.database.db.selectFrom('sms_codes').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ code_hmac: null, day_count: 0, day_by: { '127.0.0.1': 0 } })
  })

  it('leaves the code before it as it was, with the tries that it had', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    await sendCode()
    const [code = ''] = provider.sent
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await login(wrong)).message).toBe('验证码不正确，还可以再试 4 次')
    server.clock.advance(60_000)
    provider.failing = 'refuses'
    expect((await sendCode()).code).toBe(5030)
    expect((await login(wrong)).message).toBe('验证码不正确，还可以再试 3 次')
    expect((await login(code)).code).toBe(2000)
  })

  it('makes an address wait for a minute at most, and costs its hour nothing', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    const { db } = server.deps.database
    provider.failing = 'refuses'
    const ask = (index: number) =>
      server.call('POST /auth/send-code', { phone: `137${String(index).padStart(8, '0')}` })
    for (let index = 0; index < 60; index += 1) expect((await ask(index)).code).toBe(5030)
    expect(await ask(60)).toMatchObject({ status: 429, code: 4290 })
    server.clock.advance(60_000)
    provider.failing = false
    expect((await ask(61)).code).toBe(2000)
    const counts = await db
      .selectFrom('rate_limits')
      .select(['key', 'count'])
      .where('key', 'like', 'send-code:%')
      .execute()
    expect(counts.length).toBeGreaterThan(2)
    for (const { key, count } of counts) expect([key, count]).toEqual([key, 1])
  })
})

describe('a number that the provider does not send to', () => {
  const startWith = async (refusal: Error) => {
    const reached: string[] = []
    const codes: string[] = []
    let isRefused = true
    const sms: SmsGateway = {
      revealsCodes: false,
      sendNotice: async () => {},
      sendCode: async (to, code) => {
        reached.push(to)
        if (to === phone && isRefused) throw refusal
        codes.push(code)
      },
    }
    server = await startTestServer({ sms })
    const refuse = (refused: boolean) => (isRefused = refused)
    return { reached, codes, refuse }
  }

  it.each([
    ['that wants no messages', new SmsBadNumber('refused', 'unsubscribed'), 4228],
    ['that no one has', new SmsBadNumber('refused', 'unknown'), 4220],
    ['that got too many', new SmsTooOften('refused'), 4290],
  ])('%s waits its minute, and keeps no one else at its address from codes', async (_, refusal, code) => {
    const { reached } = await startWith(refusal)
    expect((await sendCode()).code).toBe(code)
    for (let count = 0; count < 70; count += 1) expect((await sendCode()).code).toBe(4291)
    expect(reached).toEqual([phone])
    expect((await server.call('POST /auth/send-code', { phone: '13900000000' })).code).toBe(2000)
  })

  it('is asked for as often a day as any other, and costs its address as much', async () => {
    await startWith(new SmsBadNumber('refused', 'unsubscribed'))
    for (let count = 0; count < 6; count += 1) {
      expect((await sendCode()).code).toBe(4228)
      server.clock.advance(60_000)
    }
    expect((await sendCode()).code).toBe(4292)
    const counts = await server.deps.database.db
      .selectFrom('rate_limits')
      .select(['key', 'count'])
      .where('count', '>', 0)
      .execute()
    expect(counts).toContainEqual({ key: 'send-code:range:127.0.0.0/24', count: 6 })
    for (const { key, count } of counts) expect([key, count]).toEqual([expect.stringContaining('range:'), 6])
  })

  it('keeps the code that it got before, with the tries that it had', async () => {
    const { codes, refuse } = await startWith(new SmsTooOften('refused'))
    refuse(false)
    await sendCode()
    const [code = ''] = codes
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect((await login(wrong)).message).toBe('验证码不正确，还可以再试 4 次')
    server.clock.advance(60_000)
    refuse(true)
    expect((await sendCode()).code).toBe(4290)
    expect((await login(wrong)).message).toBe('验证码不正确，还可以再试 3 次')
    expect((await login(code)).code).toBe(2000)
  })
})

describe('a provider that does not say what became of a message', () => {
  it('may have sent it: the code is valid, and counts for the minute and the day', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    provider.failing = 'is silent'
    expect(await sendCode()).toMatchObject({ code: 2000, data: { resendAfterSeconds: 60 } })
    expect((await sendCode()).code).toBe(4291)
    expect((await login(provider.sent[0])).code).toBe(2000)
    const row = await server.deps.database.db
      .selectFrom('sms_codes')
      .select('day_count')
      .executeTakeFirstOrThrow()
    expect(row.day_count).toBe(1)
  })
})

describe('a code in the reply', () => {
  it('is never there with a real provider', async () => {
    server = await startTestServer({ sms: createProvider().gateway })
    expect((await sendCode()).data).toEqual({ resendAfterSeconds: 60, expiresInSeconds: 300 })
  })

  it('is never there in production, whatever the gateway says', async () => {
    server = await startTestServer({ config: { production: true } })
    expect((await sendCode()).data).toEqual({ resendAfterSeconds: 60, expiresInSeconds: 300 })
  })
})

describe('the ceiling on what abuse can cost', () => {
  it('stops codes to all phones together, and gives back what was not sent', async () => {
    server = await startTestServer({ config: { smsPerHour: 1 } })
    await server.call('POST /auth/send-code', { phone: '13900000000' })
    expect(await sendCode()).toMatchObject({
      status: 429,
      code: 4294,
      message: '现在获取验证码的人太多，请 60 分钟后再试',
    })
    server.clock.advance(3_600_000)
    expect((await sendCode()).code).toBe(2000)
  })
})

describe('the log', () => {
  it('holds the code of the console gateway, and no phone number, token or address anywhere', async () => {
    const lines: string[] = []
    server = await startTestServer({
      log: createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) }),
    })
    const { login } = await server.signIn(phone)
    await server.callWith(login.token)('GET /user-study/summary', { since: '2026-11-01' })
    await server.app.inject(`/api/client/discovery/search/card-packs?keyword=secret&token=${login.token}`)
    const log = lines.join('')
    expect(log).toContain('138****8000')
    expect(log).toMatch(/"code":"\d{6}"/)
    expect(log).toContain('"route":"/api/client/user-study/summary"')
    for (const secret of [phone, login.token, login.uploadTicket.ticket, 'secret', '2026-11-01']) {
      expect(log).not.toContain(secret)
    }
  })
})
