import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WechatPayConfig } from '#server/config-payment.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { wechatPaySimulator, type NotificationFault } from './simulator/wechat-pay-simulator.ts'
import { wechatNotifyPath } from './payment-gateway.ts'
import { createWechatPay } from './wechat-pay.ts'

/** The adapter that production uses, against a provider that checks and makes real signatures. */

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const merchant = keys()
const platform = keys()
const shared = {
  appId: 'wx1',
  merchantId: '1900000001',
  serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
  publicKeyId: 'PUB_KEY_ID_0119000000012024',
  apiV3Key: 'k'.repeat(32),
}
const clock = () => new Date()

const provider = fastify()
const wechat = wechatPaySimulator(provider, {
  ...shared,
  merchantPublicKey: merchant.publicKey,
  privateKey: platform.privateKey,
})
let config: WechatPayConfig
let shop: TestServer
let student: TestStudent

beforeAll(async () => {
  const apiUrl = await provider.listen({ port: 0, host: '127.0.0.1' })
  config = { ...shared, apiUrl, privateKey: merchant.privateKey, publicKey: platform.publicKey }
  shop = await startTestServer({
    config: { publicUrl: 'https://zhika.example.com' },
    payment: [createWechatPay(config, { clock })],
    now: new Date(),
  })
  student = await shop.signIn()
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

const tradeNumberOf = (orderId: string) => orderId.replaceAll('-', '')
const buy = async (scene: 'native' | 'h5' | 'jsapi' = 'native', orderId: string = randomUUID()) => {
  const body = { orderId, productId: 'coins-100', paymentMethod: 'wechat' as const, scene }
  return { orderId, ...(await student.call('POST /orders', body)) }
}
const coins = async () => (await student.call('GET /profile')).data.coins
const notify = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
  shop.app.inject({
    method: 'POST',
    url: wechatNotifyPath,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  })

describe('a payment is begun', () => {
  it('by a QR code on a desktop', async () => {
    const { orderId, data } = await buy('native')
    expect(data.pay).toEqual({ kind: 'qr', codeUrl: `weixin://wxpay/bizpayurl?pr=${tradeNumberOf(orderId)}` })
    expect(wechat.payments.get(tradeNumberOf(orderId))).toMatchObject({
      total: 1000,
      notifyUrl: `https://zhika.example.com${wechatNotifyPath}`,
    })
  })

  it('by leaving for WeChat in a phone’s browser, and coming back to the order', async () => {
    const { orderId, data } = await buy('h5')
    if (data.pay?.kind !== 'redirect') throw new Error('no address')
    const url = new URL(data.pay.url)
    expect(url.searchParams.get('redirect_url')).toBe(`https://zhika.example.com/payment?order=${orderId}`)
  })

  it('inside WeChat with parameters signed by the merchant', async () => {
    const { db } = shop.deps.database
    await db
      .updateTable('sessions')
      .set({ wechat_openid: 'openid-1' })
      .where('student_id', '=', student.studentId)
      .execute()
    const { data } = await buy('jsapi')
    if (data.pay?.kind !== 'jsapi') throw new Error('no parameters')
    const { appId, timeStamp, nonceStr, package: prepay, paySign } = data.pay.params
    const signed = createVerify('RSA-SHA256').update(`${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`)
    expect(signed.verify(merchant.publicKey, paySign!, 'base64')).toBe(true)
  })

  it('again where the reply was lost, as the same payment', async () => {
    const orderId = randomUUID()
    wechat.loseNextReply()
    expect((await buy('native', orderId)).status).toBe(503)
    expect((await buy('native', orderId)).data.pay?.kind).toBe('qr')
  })

  it('not with another merchant’s key, and the refusal holds no secret', async () => {
    const gateway = createWechatPay({ ...config, privateKey: keys().privateKey }, { clock })
    const refused = gateway.start({
      orderId: randomUUID(),
      title: 'x',
      amountCents: 1,
      expiresAt: new Date(),
      scene: 'native',
      openid: null,
      clientIp: '127.0.0.1',
      siteUrl: 'https://zhika.example.com',
    })
    const error = await refused.catch((failure: unknown) => failure)
    expect(error).toMatchObject({ message: 'WeChat Pay answered 401 SIGN_ERROR' })
    expect(JSON.stringify(error)).not.toContain('PRIVATE KEY')
  })

  it('not by a reply that somebody else signed', async () => {
    const gateway = createWechatPay({ ...config, publicKey: keys().publicKey }, { clock })
    await expect(gateway.inquire((await buy()).orderId)).rejects.toThrow('WeChat Pay answered')
  })
})

describe('a notification', () => {
  it('credits once, however often it comes', async () => {
    const before = await coins()
    const notice = wechat.pay(tradeNumberOf((await buy()).orderId))
    const replies = await Promise.all([notify(notice), notify(notice), notify(notice)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect(await coins()).toBe(before + 105)
  })

  it.each<[NotificationFault, number]>([
    ['wrong-signature', 401],
    ['old', 401],
    ['wrong-amount', 204],
  ])('with a fault (%s) credits nothing', async (fault, status) => {
    const before = await coins()
    const { orderId } = await buy()
    expect((await notify(wechat.pay(tradeNumberOf(orderId), fault))).statusCode).toBe(status)
    expect(await coins()).toBe(before)
  })

  it('of an unknown order, or with a broken body, fails without harm', async () => {
    const { orderId } = await buy()
    const notice = wechat.pay(tradeNumberOf(orderId))
    await shop.deps.database.db.deleteFrom('orders').where('id', '=', orderId).execute()
    expect((await notify(notice)).statusCode).toBe(404)
    expect((await notify({ ...notice, body: '{' })).statusCode).toBe(401)
  })
})

describe('what the provider is asked', () => {
  it('credits a payment whose notification never came', async () => {
    const before = await coins()
    const { orderId } = await buy()
    wechat.pay(tradeNumberOf(orderId))
    shop.clock.advance(4000)
    expect((await shop.call('GET /orders/:orderId', { orderId })).data.status).toBe('paid')
    expect(await coins()).toBe(before + 105)
  })

  it('closes at the provider what is given up, but never what is paid', async () => {
    const open = await buy()
    await student.call('POST /orders/:orderId/close', { orderId: open.orderId })
    expect(wechat.payments.get(tradeNumberOf(open.orderId))?.state).toBe('CLOSED')
    const paid = await buy()
    wechat.pay(tradeNumberOf(paid.orderId))
    expect((await student.call('POST /orders/:orderId/close', { orderId: paid.orderId })).status).toBe(503)
    shop.clock.advance(61_000)
    await shop.deps.orders.reconcile()
    expect((await shop.call('GET /orders/:orderId', { orderId: paid.orderId })).data.status).toBe('paid')
  })

  it('returns the money once', async () => {
    const { orderId } = await buy()
    await notify(wechat.pay(tradeNumberOf(orderId)))
    await shop.deps.orders.refund(orderId)
    await shop.deps.orders.refund(orderId)
    expect(wechat.payments.get(tradeNumberOf(orderId))?.refunds).toHaveLength(1)
  })

  it('repeats a refund whose reply was lost', async () => {
    const { orderId } = await buy()
    await notify(wechat.pay(tradeNumberOf(orderId)))
    wechat.loseNextReply()
    await expect(shop.deps.orders.refund(orderId)).rejects.toThrow('WeChat Pay answered')
    shop.clock.advance(61_000)
    await shop.deps.orders.reconcile()
    const order = await shop.deps.database.db
      .selectFrom('orders')
      .select(['status', 'refunded_at'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ status: 'refunded', refunded_at: expect.any(Date) })
    expect(wechat.payments.get(tradeNumberOf(orderId))?.refunds).toHaveLength(1)
  })
})
