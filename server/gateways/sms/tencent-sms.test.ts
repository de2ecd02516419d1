import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/http/request-log.ts'
import { startTestServer } from '#tests/support/test-server.ts'
import { tencentSmsSimulator } from './simulator/tencent-simulator.ts'
import { createTencentSms, type TencentSmsConfig } from './tencent-sms.ts'

const phone = '13800138000'
const account = {
  secretId: 'AKIDtest',
  secretKey: 'a secret of the tests',
  appId: '1400006666',
  sign: '知卡',
  region: 'ap-guangzhou',
  templates: { login: '1001', phone: '1002', guardian: '1003', confirm: '1004' },
  noticeTemplates: { proof_wait: '1005' },
} satisfies Omit<TencentSmsConfig, 'url'>

let now = new Date('2026-11-20T08:00:00.000Z')
const clock = () => now
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  now = new Date('2026-11-20T08:00:00.000Z')
  for (const close of closing.splice(0)) await close()
})

const startSimulator = async (numbers: { unsubscribed?: string[]; unknown?: string[] } = {}) => {
  const app = fastify()
  const { sent } = tencentSmsSimulator(app, {
    ...account,
    ...numbers,
    templates: Object.values(account.templates),
    noticeTemplates: Object.values(account.noticeTemplates),
    clock,
  })
  closing.push(() => app.close())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (change: Partial<TencentSmsConfig> = {}, purpose: 'login' | 'guardian' = 'login') =>
    createTencentSms({ ...account, url, ...change }, { clock }).sendCode(phone, '123456', purpose)
  return { sent, send, url }
}

/** A provider that answers with whatever `listener` writes. */
const startRaw = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('sending a code through Tencent Cloud', () => {
  it('is signed so that the provider accepts it, with the template of its purpose', async () => {
    const { send, sent } = await startSimulator()
    await send()
    now = new Date('2026-11-20T08:00:30.000Z')
    await send({}, 'guardian')
    expect(sent).toEqual([
      { phone: `+86${phone}`, template: '1001', params: ['123456', '5'] },
      { phone: `+86${phone}`, template: '1003', params: ['123456', '5'] },
    ])
  })

  it('notifies the owner of a number in how many hours the account may be changed', async () => {
    const { url, sent } = await startSimulator()
    await createTencentSms({ ...account, url }, { clock }).sendNotice(phone, 'proof_wait')
    expect(sent).toEqual([{ phone: `+86${phone}`, template: '1005', params: ['24'] }])
  })

  it.each([
    ['a wrong key', { secretKey: 'another' }, 'AuthFailure.SignatureFailure'],
    ['an unknown key', { secretId: 'AKIDother' }, 'AuthFailure.SecretIdNotFound'],
    ['an unknown app', { appId: '1' }, 'InvalidParameterValue.SdkAppIdNotExist'],
    ['a signature that is not approved', { sign: '别家' }, 'FailedOperation.SignatureIncorrectOrUnapproved'],
  ])('with %s fails, by the name that the provider gives it', async (_, change, name) => {
    const { send, sent } = await startSimulator()
    await expect(send(change)).rejects.toThrow(`Tencent Cloud SMS answered ${name}, request `)
    expect(sent).toEqual([])
  })

  it('with a clock that is ten minutes slow fails', async () => {
    const { url } = await startSimulator()
    const slow = createTencentSms({ ...account, url }, { clock: () => new Date(now.getTime() - 600_000) })
    await expect(slow.sendCode(phone, '123456', 'login')).rejects.toThrow('AuthFailure.SignatureExpire')
  })

  it("beyond the provider's limit for one phone says so", async () => {
    const { send } = await startSimulator()
    await send()
    await expect(send()).rejects.toMatchObject({ name: 'SmsTooOften' })
  })

  it('does not wait for a provider that does not answer', async () => {
    const url = await startRaw(() => {})
    const gateway = createTencentSms({ ...account, url }, { clock, timeoutMs: 50 })
    await expect(gateway.sendCode(phone, '123456', 'login')).rejects.toMatchObject({ name: 'SmsUncertain' })
  })

  it.each<[string, RequestListener]>([
    ['whose connection is lost', ({ socket }) => void socket.destroy()],
    ['whose answer is no HTTP', ({ socket }) => void socket.end('what?\r\n\r\n')],
    [
      'whose answer breaks off',
      ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{'),
    ],
  ])('does not know what became of a request %s', async (_, listener) => {
    const url = await startRaw(listener)
    const gateway = createTencentSms({ ...account, url }, { clock })
    await expect(gateway.sendCode(phone, '123456', 'login')).rejects.toMatchObject({ name: 'SmsUncertain' })
  })

  it('knows that nothing was sent where no server listens', async () => {
    const url = await startRaw(() => {})
    for (const close of closing.splice(0)) await close()
    const gateway = createTencentSms({ ...account, url }, { clock })
    await expect(gateway.sendCode(phone, '123456', 'login')).rejects.toThrow('did not reach')
  })

  it('knows that nothing was sent where TLS fails', async () => {
    let requests = 0
    const url = await startRaw((_request, response) => {
      requests += 1
      response.end()
    })
    const gateway = createTencentSms({ ...account, url: url.replace('http:', 'https:') }, { clock })
    await expect(gateway.sendCode(phone, '123456', 'login')).rejects.toThrow('did not reach')
    expect(requests).toBe(0)
  })

  it.each([
    ['a number that no one has', { unknown: [`+86${phone}`] }, 'unknown'],
    ['a number whose owner wants no messages', { unsubscribed: [`+86${phone}`] }, 'unsubscribed'],
  ])('to %s is refused as such', async (_, numbers, why) => {
    const { send, sent } = await startSimulator(numbers)
    await expect(send()).rejects.toMatchObject({ name: 'SmsBadNumber', why })
    expect(sent).toEqual([])
  })

  it.each([
    ['SmsUncertain', 'a page of a proxy', 502, '<html>13800138000</html>'],
    ['SmsUncertain', 'null', 200, 'null'],
    ['SmsUncertain', 'an empty set', 200, '{"Response":{"SendStatusSet":[]}}'],
    [
      'SmsUncertain',
      'a timeout of the provider',
      200,
      '{"Response":{"Error":{"Code":"InternalError.Timeout"}}}',
    ],
    ['Error', 'a phone in the message', 200, `{"Response":{"Error":{"Code":"Other","Message":"${phone}"}}}`],
  ])('fails with %s on %s, and repeats no phone', async (name, _, status, body) => {
    const url = await startRaw((_request, response) => {
      response.writeHead(status).end(body)
    })
    const failure = await createTencentSms({ ...account, url }, { clock })
      .sendCode(phone, '123456', 'login')
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toContain(`${name}: Tencent Cloud SMS answered`)
    expect(String(failure)).not.toContain(phone)
  })

  it('follows no redirect with its signature, and knows that nothing was sent', async () => {
    const { url: other, sent } = await startSimulator()
    const url = await startRaw((_request, response) => {
      response.writeHead(307, { location: other }).end()
    })
    const gateway = createTencentSms({ ...account, url }, { clock })
    await expect(gateway.sendCode(phone, '123456', 'login')).rejects.toThrow('did not reach')
    expect(sent).toEqual([])
  })
})

describe('a student who asks for a code', () => {
  const ask = async (
    change: Partial<TencentSmsConfig>,
    numbers: { unsubscribed?: string[]; unknown?: string[] } = {},
  ) => {
    const { url, sent } = await startSimulator(numbers)
    const lines: string[] = []
    const server = await startTestServer({
      sms: createTencentSms({ ...account, url, ...change }, { clock }),
      log: createLogger({ logLevel: 'trace' }, { write: (line) => lines.push(line) }),
    })
    closing.push(() => server.close())
    const sendCode = () => server.call('POST /auth/send-code', { phone })
    return { server, sendCode, sent, log: () => lines.join('') }
  }

  it('gets a message, and no code in the reply or the log', async () => {
    const { sendCode, sent, log } = await ask({})
    const reply = await sendCode()
    expect(reply).toMatchObject({ code: 2000, data: { resendAfterSeconds: 60 } })
    const code = sent[0]?.params[0]
    expect(code).toMatch(/^\d{6}$/)
    for (const text of [JSON.stringify(reply), log()])
      for (const secret of [phone, code]) expect(text).not.toContain(secret)
  })

  it('reads that the server is busy while the provider refuses, and loses no try', async () => {
    const { sendCode, log } = await ask({ secretKey: 'wrong' })
    for (let count = 0; count < 12; count += 1) expect(await sendCode()).toMatchObject({ code: 5030 })
    expect(log()).toContain('AuthFailure.SignatureFailure')
    expect(log()).not.toContain(phone)
  })

  it.each([
    ['is wrong', { unknown: [`+86${phone}`] }, { code: 4220, message: '提交的内容有误：手机号' }],
    [
      'wants no messages',
      { unsubscribed: [`+86${phone}`] },
      { code: 4228, message: '这个手机号退订了短信，收不到验证码，请换一个手机号' },
    ],
  ])('reads that the number %s, which is no trouble of the operator', async (_, numbers, answer) => {
    const { sendCode, log } = await ask({}, numbers)
    expect(await sendCode()).toMatchObject({ status: 422, ...answer })
    expect(log()).not.toContain('the SMS gateway')
  })

  it("reads that it was too often beyond the provider's limit", async () => {
    const { server, sendCode } = await ask({})
    await sendCode()
    server.clock.advance(60_000)
    expect(await sendCode()).toMatchObject({ status: 429, code: 4290 })
  })
})
