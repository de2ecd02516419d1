import { createSign, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxBodyBytes } from '#contract/constants.ts'
import { wechatNotifyPath } from '#server/gateways/payment/payment-gateway.ts'
import { createWechatPay } from '#server/gateways/payment/wechat-pay.ts'
import { rsaKeys } from '#tests/support/rsa-keys.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'

/** The one address outside the contract that takes a body from anyone: where the provider sends its notices. */

const [merchant, platform, stranger] = [rsaKeys(), rsaKeys(), rsaKeys()]
const publicKeyId = 'PUB_KEY_ID_0119000000012024'

let server: TestServer
let student: TestStudent
const orderId = randomUUID()

beforeAll(async () => {
  const clock = (): Date => server.clock.now()
  const gateway = createWechatPay(
    {
      appId: 'wx1',
      merchantId: '1900000001',
      serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
      publicKeyId,
      apiV3Key: 'k'.repeat(32),
      apiUrl: 'http://127.0.0.1:9/',
      privateKey: merchant.privateKey,
      publicKey: platform.publicKey,
    },
    { clock },
  )
  // No provider is asked here: the order begins, and its notices come from outside.
  const start = async () => ({ kind: 'qr' as const, codeUrl: 'weixin://' })
  const inquire = async () => ({ state: 'pending' as const })
  server = await startTestServer({ payment: [{ ...gateway, start, inquire }] })
  student = await server.signIn()
  const { code } = await student.call('POST /orders', {
    orderId,
    productId: 'coins-100',
    paymentMethod: 'wechat',
  })
  expect(code).toBe(2000)
})
afterAll(() => server.close())

const seconds = (): number => Math.floor(server.clock.now().getTime() / 1000)

/** As the provider signs, with whichever key. */
const signed = (body: string, privateKey: string, timestamp: number | string = seconds()) => ({
  'wechatpay-timestamp': String(timestamp),
  'wechatpay-nonce': 'nonce',
  'wechatpay-serial': publicKeyId,
  'wechatpay-signature': createSign('RSA-SHA256')
    .update(`${timestamp}\nnonce\n${body}\n`)
    .sign(privateKey, 'base64'),
})

const notify = (payload: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: wechatNotifyPath,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })

const success = JSON.stringify({
  event_type: 'TRANSACTION.SUCCESS',
  resource: { ciphertext: 'AAAA', nonce: 'nonce', associated_data: '' },
})
const bodies = [
  '',
  '{',
  'null',
  '[]',
  '\u0000',
  success,
  '{"__proto__":{"admin":true}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  '['.repeat(100_000),
  'x'.repeat(maxBodyBytes - 1),
]

test.each<[string, (body: string) => Record<string, string>]>([
  ['no signature', () => ({})],
  [
    'a signature that is none',
    (body) => ({ ...signed(body, platform.privateKey), 'wechatpay-signature': '%%%' }),
  ],
  [
    'a signature of 8000 characters',
    (body) => ({ ...signed(body, platform.privateKey), 'wechatpay-signature': 'A'.repeat(8000) }),
  ],
  ['somebody else’s signature', (body) => signed(body, stranger.privateKey)],
  ['the signature of another body', () => signed('{}', platform.privateKey)],
  ['another serial', (body) => ({ ...signed(body, platform.privateKey), 'wechatpay-serial': 'other' })],
  ['an old time', (body) => signed(body, platform.privateKey, seconds() - 301)],
  ['no time', (body) => signed(body, platform.privateKey, 'NaN')],
  ['endless time', (body) => signed(body, platform.privateKey, 'Infinity')],
])('answers whatever comes with %s as not signed', async (_, headersOf) => {
  for (const body of bodies) {
    const reply = await notify(body, headersOf(body))
    expect(reply.statusCode, body.slice(0, 20)).toBe(401)
    expect(reply.json()).toEqual({ code: 'FAIL', message: '签名不正确' })
  }
})

test('reads no more than any call', async () => {
  const reply = await notify('x'.repeat(maxBodyBytes + 1))
  expect(reply.statusCode).toBe(413)
  expect(reply.json()).toMatchObject({ code: 4130, show_type: 2, data: null })
})

test('answers other kinds of bodies and other methods as no address of its own', async () => {
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', '']) {
    const reply = await notify(success, { 'content-type': type })
    expect([401, 422], type).toContain(reply.statusCode)
  }
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    expect((await server.app.inject({ method, url: wechatNotifyPath })).statusCode, method).toBe(404)
  }
})

test('and none of it paid anything', async () => {
  expect((await student.call('GET /orders/:orderId', { orderId })).data.status).toBe('pending')
  expect((await student.call('GET /profile')).data.coins).toBe(200)
})
