import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestFault } from '#server/gateways/payment/simulator/wechat-pay-simulator.ts'
import { openWechatShop, type WechatShop } from '#tests/support/wechat/wechat-shop.ts'
import { refundOrder } from './refunds.service.ts'
import { settleOrder } from './settlement.service.ts'

/** Money that goes back, by a provider that only takes the request at first. */

let world: WechatShop

beforeAll(async () => {
  world = await openWechatShop()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forgetOrders()
  world.takeLog()
})

const refund = (orderId: string) => refundOrder(world.shop.deps, orderId)
const gateway = () => {
  const found = world.shop.deps.payment.find(({ method }) => method === 'wechat')
  if (!found) throw new Error('no gateway')
  return found
}
const refundsOf = (tradeNumber: string) => world.provider.payments.get(tradeNumber)!.refunds

describe('a refund', () => {
  it('is under way until the provider says that the money is back', async () => {
    const { orderId, tradeNumber, student } = await world.buyAndPay()
    expect(await refund(orderId)).toMatchObject({ isAnswered: true, order: { refunded_at: null } })
    expect(await world.coinsOf(student)).toBe(200)
    expect(await world.view(orderId)).toMatchObject({ status: 'refunded', refund: 'processing' })
    await world.reconcileLater()
    expect((await world.view(orderId)).refund).toBe('processing')
    world.provider.finishRefund(tradeNumber, 'SUCCESS')
    await world.reconcileLater()
    expect((await world.view(orderId)).refund).toBe('done')
    expect(await world.reconcileLater()).toBe(0)
  })

  it('is confirmed at once when the provider sends its notice', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    expect(refundsOf(tradeNumber)[0]?.notifyUrl).toContain('https://zhika.example.com/')
    expect(await world.provider.send(world.provider.finishRefund(tradeNumber, 'SUCCESS'))).toBe(204)
    expect((await world.view(orderId)).refund).toBe('done')
  })

  it('is sent again when the provider could not be asked', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    const notice = world.provider.finishRefund(tradeNumber, 'SUCCESS')
    world.provider.disturbNext({ status: 500, code: 'SYSTEM_ERROR' })
    expect(await world.provider.send(notice)).toBe(503)
    expect(await world.provider.send(notice)).toBe(204)
    expect((await world.view(orderId)).refund).toBe('done')
  })

  it('is asked about in growing gaps', async () => {
    const { orderId } = await world.buyAndPay()
    await refund(orderId)
    const askedAfter = []
    for (let minute = 1; minute <= 40; minute += 1) {
      if ((await world.reconcileLater(61 / 60)) > 0) askedAfter.push(minute)
    }
    expect(askedAfter).toEqual([1, 2, 4, 8, 16, 32])
  })

  it('is one, however often it is asked for', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await Promise.all([refund(orderId), refund(orderId)])
    world.provider.finishRefund(tradeNumber, 'SUCCESS')
    expect((await refund(orderId)).order.refunded_at).not.toBeNull()
    expect(refundsOf(tradeNumber)).toHaveLength(1)
  })

  it.each<[string, RequestFault, number]>([
    ['that never arrived', { status: 500, code: 'SYSTEM_ERROR' }, 0],
    ['whose reply was lost', 'reply-lost', 1],
  ])('%s is asked for again, and is one', async (_, fault, begun) => {
    const { orderId, tradeNumber, student } = await world.buyAndPay()
    world.provider.disturbNext(fault, { method: 'POST', path: '/v3/refund/domestic/refunds' })
    expect(await refund(orderId)).toMatchObject({ isAnswered: false, order: { status: 'refunded' } })
    expect(refundsOf(tradeNumber)).toHaveLength(begun)
    await world.reconcileLater()
    expect(refundsOf(tradeNumber)).toHaveLength(1)
    expect((await world.view(orderId)).refund).toBe('processing')
    world.provider.finishRefund(tradeNumber, 'SUCCESS')
    await world.reconcileLater()
    expect((await world.view(orderId)).refund).toBe('done')
    expect(await world.coinsOf(student)).toBe(200)
  })

  it('waits while the merchant’s account holds too little', async () => {
    const { orderId } = await world.buyAndPay()
    const wechat = gateway()
    world.provider.disturbNext({ status: 403, code: 'NOT_ENOUGH' })
    await expect(wechat.refund({ orderId, amountCents: 1000, siteUrl: undefined })).rejects.toThrow(
      'NOT_ENOUGH',
    )
    expect(await wechat.inquireRefund(orderId)).toBeNull()
  })

  it.each(['ABNORMAL', 'CLOSED'] as const)('that ends %s is left to somebody’s hands', async (status) => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    world.provider.finishRefund(tradeNumber, status)
    await world.reconcileLater()
    expect(await world.readOrder(orderId)).toMatchObject({ refunded_at: null, refund_problem: status })
    expect((await world.view(orderId)).refund).toBe('problem')
    expect(world.takeLog()).toContain('it has to be made by hand')
    expect(await world.reconcileLater(1000)).toBe(0)
    expect(await world.provider.send(world.provider.finishRefund(tradeNumber, 'SUCCESS'))).toBe(204)
    expect((await world.view(orderId)).refund).toBe('done')
  })

  it('that is refused for good is not repeated, until somebody asks for it', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    const payment = world.provider.payments.get(tradeNumber)!
    payment.total = 999
    expect((await refund(orderId)).order.refund_problem).toBe('INVALID_REQUEST')
    expect(await world.reconcileLater(1000)).toBe(0)
    payment.total = 1000
    expect((await refund(orderId)).order.refund_problem).toBeNull()
    expect((await world.view(orderId)).refund).toBe('processing')
  })

  it('takes an earlier reply that comes late for what it is', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    const wechat = gateway()
    const { inquireRefund } = wechat
    const late = vi.spyOn(wechat, 'inquireRefund').mockImplementationOnce(async (...asked) => {
      const earlier = await inquireRefund(...asked)
      await world.provider.send(world.provider.finishRefund(tradeNumber, 'SUCCESS'))
      expect((await world.view(orderId)).refund).toBe('done')
      return earlier
    })
    expect(await world.reconcileLater()).toBe(1)
    expect(await late.mock.results[0]!.value).toEqual({ state: 'processing' })
    late.mockRestore()
    expect((await world.view(orderId)).refund).toBe('done')
  })
})

describe('a payment that was given back in the provider’s console', () => {
  it('is not credited when the order still waits for it', async () => {
    const student = await world.shop.signIn()
    const { orderId, tradeNumber } = await world.buy(student)
    const late = world.provider.pay(tradeNumber)
    world.provider.refundInConsole(tradeNumber)
    await world.reconcileLater()
    expect(await world.view(orderId)).toMatchObject({ status: 'closed', refund: 'problem' })
    expect(await world.provider.send(late)).toBe(204)
    expect(await world.coinsOf(student)).toBe(200)
    expect(await world.reconcileLater(1000)).toBe(0)
  })

  it('is not credited when its notice comes before anybody asked', async () => {
    const student = await world.shop.signIn()
    const { orderId, tradeNumber } = await world.buy(student)
    const late = world.provider.pay(tradeNumber)
    world.provider.refundInConsole(tradeNumber)
    expect(await world.provider.send(late)).toBe(204)
    expect(await world.view(orderId)).toMatchObject({ status: 'closed', refund: 'problem' })
    expect(await world.coinsOf(student)).toBe(200)
  })

  it('is done when the provider says so of the refund itself, and stays so', async () => {
    const { orderId, tradeNumber } = await world.buy(await world.shop.signIn())
    world.provider.pay(tradeNumber)
    expect(await world.provider.send(world.provider.refundInConsole(tradeNumber))).toBe(204)
    expect(await world.view(orderId)).toMatchObject({ status: 'closed', refund: 'done' })
    await settleOrder(world.shop.deps, orderId, { state: 'refunded', reference: 'heard late' })
    expect((await world.view(orderId)).refund).toBe('done')
  })

  it.each([
    ['in part', { cents: 400 }, 204, '"problem":"400 of 1000 fen"'],
    ['to an account that is no more', { status: 'ABNORMAL' as const }, 204, '"problem":"ABNORMAL"'],
    ['and is on its way', { status: 'PROCESSING' as const }, 503, 'has not ended'],
  ])('%s is still owed', async (_, how, status, logged) => {
    const { orderId, tradeNumber } = await world.buy(await world.shop.signIn())
    world.provider.pay(tradeNumber)
    expect(await world.provider.send(world.provider.refundInConsole(tradeNumber, how))).toBe(status)
    expect(await world.readOrder(orderId)).toMatchObject({
      status: 'closed',
      refunded_at: null,
      refund_problem: 'refunded at the provider',
    })
    expect(world.takeLog()).toContain(logged)
    expect(await world.provider.send(world.provider.refundInConsole(tradeNumber))).toBe(204)
    expect((await world.view(orderId)).refund).toBe('done')
  })

  it('because our own refund failed is done as well, all of it', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    await world.provider.send(world.provider.finishRefund(tradeNumber, 'ABNORMAL'))
    expect(await world.provider.send(world.provider.refundInConsole(tradeNumber, { cents: 400 }))).toBe(204)
    expect(await world.readOrder(orderId)).toMatchObject({ refunded_at: null, refund_problem: 'ABNORMAL' })
    const notice = world.provider.refundInConsole(tradeNumber)
    world.provider.disturbNext({ status: 500, code: 'SYSTEM_ERROR' })
    expect(await world.provider.send(notice)).toBe(503)
    expect(await world.provider.send(notice)).toBe(204)
    expect((await world.view(orderId)).refund).toBe('done')
    expect((await world.readOrder(orderId)).refund_problem).toBeNull()
  })

  it('by us, before a backup was brought back that knows of no payment, is done as well', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await refund(orderId)
    const forgotten = { status: 'pending', reference: null, paid_at: null, refund_started_at: null } as const
    const { db } = world.shop.deps.database
    await db.updateTable('orders').set(forgotten).where('id', '=', orderId).execute()
    expect(await world.provider.send(world.provider.finishRefund(tradeNumber, 'SUCCESS'))).toBe(204)
    expect(await world.view(orderId)).toMatchObject({ status: 'closed', refund: 'done' })
    expect(refundsOf(tradeNumber)).toHaveLength(1)
  })

  it('of a credited order is said in the log, and taking the coins back finds nothing left to return', async () => {
    const { orderId, tradeNumber, student } = await world.buyAndPay()
    expect(await world.provider.send(world.provider.refundInConsole(tradeNumber))).toBe(204)
    expect(world.takeLog()).toContain('whose goods are still given')
    expect((await world.view(orderId)).status).toBe('paid')
    expect((await refund(orderId)).order.refund_problem).toBe('INVALID_REQUEST')
    expect(await world.coinsOf(student)).toBe(200)
  })
})

describe('an order whose student is gone', () => {
  const erase = async (orderId: string) => {
    const { db } = world.shop.deps.database
    await db.updateTable('orders').set({ student_id: null, pay: null }).where('id', '=', orderId).execute()
  }

  it('and that is paid then is said in the log, and its money can be given back', async () => {
    const student = await world.shop.signIn()
    const { orderId, tradeNumber } = await world.buy(student)
    const notice = world.provider.pay(tradeNumber)
    await erase(orderId)
    expect(await world.provider.send(notice)).toBe(204)
    expect(world.takeLog()).toContain('it has to be refunded')
    expect(await world.coinsOf(student)).toBe(200)
    await refund(orderId)
    await world.provider.send(world.provider.finishRefund(tradeNumber, 'SUCCESS'))
    expect(await world.view(orderId)).toMatchObject({ status: 'refunded', refund: 'done' })
  })

  it('and that was paid before gives its money back as well', async () => {
    const { orderId, tradeNumber } = await world.buyAndPay()
    await erase(orderId)
    await refund(orderId)
    expect(refundsOf(tradeNumber)).toHaveLength(1)
  })
})

describe('a refund of a pack', () => {
  it('takes the pack back, and the learner is counted no more', async () => {
    const { shop, provider } = world
    const student = await shop.signIn()
    const { packId } = await shop.insertPack({ priceCoins: 80 })
    const buyPack = async () => {
      const orderId = randomUUID()
      const order = { id: packId, paymentMethod: 'wechat' as const, orderId }
      await student.call('POST /card-packs/:id/unlock', order)
      await provider.send(provider.pay(orderId.replaceAll('-', '')))
      return orderId
    }
    const pack = async () => (await student.call('GET /card-packs/:id', { id: packId })).data
    await refund(await buyPack())
    expect(await pack()).toMatchObject({ unlocked: false, learnerCount: 0 })
    await refund(await buyPack())
    await buyPack()
    expect(await pack()).toMatchObject({ unlocked: true, learnerCount: 1 })
  })
})
