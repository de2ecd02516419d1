import { createVerify, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestStudent } from '#tests/support/test-server.ts'
import { openWechatShop, type WechatShop } from '#tests/support/wechat/wechat-shop.ts'
import { rsaKeys } from '#tests/support/rsa-keys.ts'
import { wechatNotifyPath, type PaymentRequest } from './payment-gateway.ts'
import { refundReportOf } from './wechat-pay-words.ts'
import { createWechatPay } from './wechat-pay.ts'

/** The adapter that production uses, against a provider that checks and makes real signatures. */

const clock = () => new Date()

let world: WechatShop
let student: TestStudent

beforeAll(async () => {
  world = await openWechatShop()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forgetOrders()
  student = await world.shop.signIn()
  world.takeLog()
})

const request = (asked: Partial<PaymentRequest> = {}): PaymentRequest => ({
  orderId: randomUUID(),
  title: 'x',
  amountCents: 1,
  expiresAt: new Date(Date.now() + 60_000),
  scene: 'native',
  openid: null,
  clientIp: '127.0.0.1',
  siteUrl: 'https://zhika.example.com',
  ...asked,
})
const gatewayWith = (keys: { privateKey?: string; publicKey?: string } = {}) =>
  createWechatPay({ ...world.till.config, ...keys }, { clock })

describe('a payment is begun', () => {
  it('by a QR code on a desktop', async () => {
    const { tradeNumber, data } = await world.buy(student)
    expect(data.pay).toEqual({ kind: 'qr', codeUrl: `weixin://wxpay/bizpayurl?pr=${tradeNumber}` })
    expect(world.provider.payments.get(tradeNumber)).toMatchObject({
      total: 1000,
      notifyUrl: `https://zhika.example.com${wechatNotifyPath}`,
    })
  })

  it('by leaving for WeChat in a phone’s browser, and coming back to the order', async () => {
    const { orderId, data } = await world.buy(student, { scene: 'h5' })
    if (data.pay?.kind !== 'redirect') throw new Error('no address')
    const url = new URL(data.pay.url)
    expect(url.searchParams.get('redirect_url')).toBe(`https://zhika.example.com/payment?order=${orderId}`)
  })

  it('in a phone’s browser for as long as WeChat’s address leads anywhere', async () => {
    const lifetimeOf = async (scene: 'h5' | 'native') => {
      const { data, tradeNumber } = await world.buy(student, { scene })
      const payment = world.provider.payments.get(tradeNumber)
      expect(Date.parse(payment!.timeExpire)).toBe(Math.floor(Date.parse(data.expiresAt) / 1000) * 1000)
      return (Date.parse(data.expiresAt) - Date.parse(data.createdAt)) / 60_000
    }
    expect([await lifetimeOf('h5'), await lifetimeOf('native')]).toEqual([5, 30])
  })

  it('inside WeChat with parameters signed by the merchant', async () => {
    const { db } = world.shop.deps.database
    await db
      .updateTable('sessions')
      .set({ wechat_openid: 'openid-1' })
      .where('student_id', '=', student.studentId)
      .execute()
    const { data } = await world.buy(student, { scene: 'jsapi' })
    if (data.pay?.kind !== 'jsapi') throw new Error('no parameters')
    const { appId, timeStamp, nonceStr, package: prepay, paySign } = data.pay.params
    const signed = createVerify('RSA-SHA256').update(`${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`)
    expect(signed.verify(world.till.merchantPublicKey, paySign!, 'base64')).toBe(true)
  })

  it('again where the reply was lost, as the same payment', async () => {
    const orderId = randomUUID()
    world.provider.disturbNext('reply-lost')
    expect((await world.buy(student, { orderId })).status).toBe(503)
    expect((await world.buy(student, { orderId })).data.pay?.kind).toBe('qr')
  })

  it('with as much of a long title as WeChat takes', async () => {
    const asked = request({ title: '卡'.repeat(300) })
    await gatewayWith().start(asked)
    const begun = world.provider.payments.get(asked.orderId.replaceAll('-', ''))
    expect(begun?.description).toBe('卡'.repeat(127))
  })

  it('not with another merchant’s key, and the refusal holds no secret', async () => {
    const refused = gatewayWith({ privateKey: rsaKeys().privateKey }).start(request())
    const error = await refused.catch((failure: unknown) => failure)
    expect(error).toMatchObject({ message: 'WeChat Pay answered 401 SIGN_ERROR' })
    expect(JSON.stringify(error)).not.toContain('PRIVATE KEY')
  })

  it('not by a reply that somebody else signed', async () => {
    const { orderId } = await world.buy(student)
    const gateway = gatewayWith({ publicKey: rsaKeys().publicKey })
    await expect(gateway.inquire(orderId)).rejects.toThrow('WeChat Pay answered')
  })

  it.each<[string, Partial<PaymentRequest>]>([
    ['is over already', { expiresAt: new Date(Date.now() - 1000) }],
    ['costs nothing', { amountCents: 0 }],
    ['sends its notices unencrypted', { siteUrl: 'http://zhika.example.com' }],
  ])('not where it %s', async (_, asked) => {
    await expect(gatewayWith().start(request(asked))).rejects.toThrow('400 PARAM_ERROR')
  })
})

describe('what the provider is asked', () => {
  it('credits a payment whose notification never came', async () => {
    const { orderId, tradeNumber } = await world.buy(student)
    world.provider.pay(tradeNumber)
    world.shop.clock.advance(4000)
    expect((await world.shop.call('GET /orders/:orderId', { orderId })).data.status).toBe('paid')
    expect(await world.coinsOf(student)).toBe(305)
  })

  it.each(['USERPAYING', 'PAYERROR'] as const)(
    'waits for one who is paying, or tries again after the bank refused (%s)',
    async (state) => {
      const { orderId, tradeNumber } = await world.buy(student)
      world.provider.stall(tradeNumber, state)
      await world.reconcileLater()
      expect((await world.readOrder(orderId)).status).toBe('pending')
      world.provider.pay(tradeNumber)
      await world.reconcileLater()
      expect((await world.readOrder(orderId)).status).toBe('paid')
    },
  )

  it('closes the order of one whom the bank refused when it is over', async () => {
    const { orderId, tradeNumber } = await world.buy(student)
    world.provider.stall(tradeNumber, 'PAYERROR')
    await world.reconcileLater(31)
    expect((await world.readOrder(orderId)).status).toBe('closed')
    expect(world.provider.payments.get(tradeNumber)?.state).toBe('CLOSED')
  })

  it('takes no other refund for the one that was asked about', async () => {
    const asked = { tradeNumber: 'trade', refundNumber: 'refund' }
    const reply = {
      out_trade_no: 'trade',
      out_refund_no: 'refund',
      status: 'SUCCESS',
      amount: { total: 1000, refund: 1000 },
    }
    expect(refundReportOf(reply, asked)).toEqual({ state: 'done' })
    const part = { ...reply, amount: { total: 1000, refund: 999 } }
    expect(refundReportOf(part, asked)).toEqual({ state: 'failed', problem: '999 of 1000 fen' })
    for (const other of [
      { out_trade_no: 'other' },
      { out_refund_no: 'other' },
      { amount: { ...reply.amount, currency: 'HKD' } },
    ])
      expect(() => refundReportOf({ ...reply, ...other }, asked)).toThrow('with a')
  })

  it('takes a number as unknown only when WeChat says so, not any page of 404', async () => {
    const { orderId, tradeNumber } = await world.buy(student)
    const gateway = gatewayWith()
    expect(await gateway.inquire(randomUUID())).toEqual({ state: 'pending' })
    await gateway.close(randomUUID())
    for (const ask of [gateway.inquire, gateway.close, gateway.inquireRefund]) {
      world.provider.disturbNext('not-found-page')
      await expect(ask(orderId)).rejects.toThrow('WeChat Pay answered 404')
    }
    world.provider.pay(tradeNumber)
    world.provider.disturbNext('not-found-page')
    await world.reconcileLater(31)
    expect((await world.readOrder(orderId)).status).toBe('pending')
    await world.reconcileLater()
    expect((await world.readOrder(orderId)).status).toBe('paid')
  })
})

describe('an order that is given up', () => {
  const giveUp = (orderId: string) => student.call('POST /orders/:orderId/close', { orderId })

  it('is closed at the provider', async () => {
    const { orderId, tradeNumber } = await world.buy(student)
    expect((await giveUp(orderId)).data.status).toBe('closed')
    expect(world.provider.payments.get(tradeNumber)?.state).toBe('CLOSED')
  })

  it('and was paid a moment before is credited at once, and said to be over', async () => {
    const { orderId, tradeNumber } = await world.buy(student)
    world.provider.pay(tradeNumber)
    expect((await giveUp(orderId)).code).toBe(4097)
    expect((await world.readOrder(orderId)).status).toBe('paid')
    expect(await world.coinsOf(student)).toBe(305)
  })

  it('is closed here where the provider had closed it and the process died', async () => {
    const { orderId } = await world.buy(student)
    await gatewayWith().close(orderId)
    expect((await giveUp(orderId)).data.status).toBe('closed')
  })

  it('stays open while the provider cannot be asked', async () => {
    const { orderId } = await world.buy(student)
    world.provider.disturbNext({ status: 500, code: 'SYSTEM_ERROR' })
    // Asked why, it says that nothing was paid: the next attempt may close it.
    expect((await giveUp(orderId)).code).toBe(5030)
    expect((await giveUp(orderId)).data.status).toBe('closed')
  })
})
