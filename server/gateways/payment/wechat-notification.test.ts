import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestStudent } from '#tests/support/test-server.ts'
import { openWechatShop, type WechatShop } from '#tests/support/wechat/wechat-shop.ts'
import { wechatNotifyPath } from './payment-gateway.ts'
import type { NotificationFault } from './simulator/notifications.ts'
import { settleOrder } from '#server/wallet/settlement.service.ts'

/** What WeChat Pay posts by itself. */

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

describe('a notification of a payment', () => {
  it('credits once, however often it comes', async () => {
    const { provider } = world
    const { tradeNumber } = await world.buy(student)
    const notice = provider.pay(tradeNumber)
    expect(await Promise.all([1, 2, 3].map(() => provider.send(notice)))).toEqual([204, 204, 204])
    expect(await provider.send(provider.tellAgain(tradeNumber))).toBe(204)
    expect(await world.coinsOf(student)).toBe(305)
  })

  it.each<[NotificationFault, number]>([
    ['wrong-signature', 401],
    ['wrong-serial', 401],
    ['old', 401],
    ['wrong-key', 400],
    ['tampered', 400],
    ['other-merchant', 400],
    ['other-currency', 400],
    ['other-number', 400],
  ])('with a fault (%s) credits nothing', async (fault, status) => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    expect(await provider.send(provider.pay(tradeNumber, fault))).toBe(status)
    expect(world.takeLog()).toContain('payment notification')
    expect((await world.readOrder(orderId)).status).toBe('pending')
    expect(await world.coinsOf(student)).toBe(200)
  })

  it('with a broken body is not the provider’s', async () => {
    const { provider } = world
    const { tradeNumber } = await world.buy(student)
    expect(await provider.send({ ...provider.pay(tradeNumber), body: '{' })).toBe(401)
  })

  it('is sent again when the provider could not be asked', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    const notice = provider.pay(tradeNumber)
    provider.disturbNext({ status: 500, code: 'SYSTEM_ERROR' })
    expect(await provider.send(notice)).toBe(503)
    expect((await world.readOrder(orderId)).status).toBe('pending')
    expect(await provider.send(notice)).toBe(204)
    expect(await world.coinsOf(student)).toBe(305)
  })

  it('is sent again while the provider, asked, knows of no payment', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    const notice = provider.pay(tradeNumber)
    provider.payments.get(tradeNumber)!.state = 'USERPAYING'
    expect(await provider.send(notice)).toBe(503)
    provider.pay(tradeNumber)
    expect(await provider.send(notice)).toBe(204)
    expect((await world.readOrder(orderId)).status).toBe('paid')
  })

  it('asks nothing about an order that is paid already', async () => {
    const { provider } = world
    const { tradeNumber } = await world.buy(student)
    const notice = provider.pay(tradeNumber)
    await provider.send(notice)
    provider.disturbNext('not-found-page')
    expect(await provider.send(notice)).toBe(204)
    provider.calmDown()
  })

  it('credits an order that was closed here before it came', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    await settleOrder(world.shop.deps, orderId, { state: 'closed' })
    expect(await provider.send(provider.pay(tradeNumber))).toBe(204)
    expect(await world.coinsOf(student)).toBe(305)
  })

  it('of an order that the database does not know leaves its number and amount in the log', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    await world.shop.deps.database.db.deleteFrom('orders').where('id', '=', orderId).execute()
    expect(await provider.send(provider.pay(tradeNumber))).toBe(404)
    const log = world.takeLog()
    for (const part of [orderId, '"amountCents":1000', '"reference":"42000', 'unknown here'])
      expect(log).toContain(part)
  })

  it('of another amount ends the order, with what is needed to give the money back', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    provider.payments.get(tradeNumber)!.total = 1
    expect(await provider.send(provider.pay(tradeNumber))).toBe(204)
    expect(await world.readOrder(orderId)).toMatchObject({
      status: 'failed',
      reference: expect.stringContaining('42000'),
      refund_problem: 'paid 1 fen instead of 1000',
    })
    expect((await world.view(orderId)).refund).toBe('problem')
    expect(world.takeLog()).toContain('a payment of another amount was not credited')
    await world.reconcileLater(31)
    expect(world.takeLog()).toBe('')
    expect(await world.coinsOf(student)).toBe(200)
    expect(await provider.send(provider.refundInConsole(tradeNumber, { status: 'ABNORMAL' }))).toBe(204)
    expect((await world.readOrder(orderId)).refund_problem).toBe('paid 1 fen instead of 1000')
    // Given back by hand, it is settled.
    expect(await provider.send(provider.refundInConsole(tradeNumber))).toBe(204)
    expect(await world.view(orderId)).toMatchObject({ status: 'failed', refund: 'done' })
  })
})

describe('other notifications', () => {
  it('are taken and change nothing', async () => {
    const { provider } = world
    await world.buy(student)
    expect(await provider.send(provider.tellOfElse(`https://x.example.com${wechatNotifyPath}`))).toBe(204)
    expect(world.takeLog()).toBe('')
  })

  it('of a refund of an order unknown here are not taken', async () => {
    const { provider } = world
    const { orderId, tradeNumber } = await world.buy(student)
    provider.pay(tradeNumber)
    await world.shop.deps.database.db.deleteFrom('orders').where('id', '=', orderId).execute()
    expect(await provider.send(provider.refundInConsole(tradeNumber))).toBe(404)
  })
})
