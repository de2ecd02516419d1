import { afterEach, describe, expect, it } from 'vitest'
import type { SmsGateway } from '#server/gateways/sms/sms-gateway.ts'
import { createLogger } from '#server/http/request-log.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'

const phone = '13800138000'

let server: TestServer
afterEach(() => server.close())

const sendCode = () => server.call('POST /auth/send-code', { phone })

/** A provider that fails as long as `failing` says so, and remembers what it was given. */
const createProvider = () => {
  const sent: string[] = []
  const provider = { failing: false, sent }
  const gateway: SmsGateway = {
    revealsCodes: false,
    sendCode: async (_, code) => {
      if (provider.failing) throw new Error('the provider is away')
      sent.push(code)
    },
  }
  return { provider, gateway }
}

describe('a provider that fails', () => {
  it('costs the student neither the minute nor one of the ten', async () => {
    const { provider, gateway } = createProvider()
    server = await startTestServer({ sms: gateway })
    provider.failing = true
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
    provider.failing = true
    await sendCode()
    const row = await server.deps.database.db.selectFrom('sms_codes').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ code_hmac: null, day_count: 0 })
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
    expect(await sendCode()).toMatchObject({ status: 429, code: 4290, message: '操作太频繁，请稍后再试' })
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
