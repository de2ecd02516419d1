import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOrdersAtMost, ordersPerHour } from '#contract/coin-rules.ts'
import type { PaymentGateway, PaymentReport } from '#server/gateways/payment/payment-gateway.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'
import { reconcileOrders } from './reconciliation.ts'
import { refundOrder } from './refunds.service.ts'
import { settleOrder } from './settlement.service.ts'

let student: TestStudent

const server = await serverOfFile()
beforeEach(async () => {
  student = await server.signIn()
})

const buy = (by = student, orderId: string = randomUUID(), productId = 'coins-100') =>
  by.call('POST /orders', { orderId, productId, paymentMethod: 'sandbox' })
const pay = (orderId: string, result: 'success' | 'failure' = 'success') =>
  server.call('POST /orders/:orderId/sandbox-result', { orderId, result })
const coins = async (by = student) => (await by.call('GET /profile')).data.coins

describe('buying coins', () => {
  it('leads to the cashier, and credits once it is paid', async () => {
    const order = (await buy()).data
    expect(order).toMatchObject({
      status: 'pending',
      coins: 105,
      priceCents: 1000,
      pay: { kind: 'redirect', url: `/payment?order=${order.id}` },
    })
    expect(await coins()).toBe(200)
    server.clock.advance(1000)
    expect((await pay(order.id)).data).toMatchObject({ status: 'paid', paidAt: '2026-11-20T08:00:01.000Z' })
    expect(await coins()).toBe(305)
    expect((await student.call('GET /wallet/balance-history')).data.items[0]).toMatchObject({
      kind: 'recharge',
      amount: 105,
      balanceAfter: 305,
      subject: '100 金币',
    })
  })

  it('credits once, however often and at once the cashier says so', async () => {
    const { id } = (await buy()).data
    await Promise.all(Array.from({ length: 6 }, () => pay(id)))
    expect((await pay(id)).data.status).toBe('paid')
    expect(await coins()).toBe(305)
  })

  it('is one order for one id, also sent at once', async () => {
    const orderId = randomUUID()
    const replies = await Promise.all(Array.from({ length: 4 }, () => buy(student, orderId)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await student.call('GET /orders')).data).toMatchObject({ total: 1, items: [{ id: orderId }] })
  })

  it('never shows or gives away another student’s order', async () => {
    const { id } = (await buy()).data
    const other = await server.signIn()
    expect((await buy(other, id)).code).toBe(4040)
    expect((await other.call('POST /orders/:orderId/close', { orderId: id })).code).toBe(4040)
    expect((await other.call('GET /orders')).data.total).toBe(0)
    const view = await server.call('GET /orders/:orderId', { orderId: id })
    expect(JSON.stringify(view.data)).not.toContain(student.studentId)
  })

  it('refuses products that are not sold and methods that are not on', async () => {
    expect((await buy(student, randomUUID(), 'coins-1')).code).toBe(4040)
    const byWechat = { orderId: randomUUID(), productId: 'coins-60', paymentMethod: 'wechat' as const }
    expect((await student.call('POST /orders', byWechat)).code).toBe(4092)
    expect((await student.call('GET /orders')).data.total).toBe(0)
  })

  it('a payment that failed or was given up is over', async () => {
    const failed = (await buy()).data.id
    expect((await pay(failed, 'failure')).data.status).toBe('failed')
    expect((await pay(failed)).code).toBe(4097)
    const closed = (await buy()).data.id
    expect((await student.call('POST /orders/:orderId/close', { orderId: closed })).data.status).toBe(
      'closed',
    )
    expect((await pay(closed)).code).toBe(4097)
    expect(await coins()).toBe(200)
  })

  it('a paid order cannot be given up', async () => {
    const { id } = (await buy()).data
    await pay(id)
    expect((await student.call('POST /orders/:orderId/close', { orderId: id })).code).toBe(4097)
  })
})

describe('beginning many orders', () => {
  it('is refused while too many wait for their payment, and not for one that was begun', async () => {
    const first = randomUUID()
    await buy(student, first)
    for (let open = 1; open < openOrdersAtMost; open += 1) expect((await buy()).status).toBe(200)
    const refused = await buy()
    expect(refused.code).toBe(4290)
    expect(refused.headers['retry-after']).toBe('1800')
    expect((await buy(student, first)).status).toBe(200)
    expect((await buy(await server.signIn())).status).toBe(200)
    await student.call('POST /orders/:orderId/close', { orderId: first })
    expect((await buy()).status).toBe(200)
  })

  it('counts an order once that is sent twice at once, also as the last one', async () => {
    const last = randomUUID()
    for (let open = 1; open < openOrdersAtMost; open += 1) await buy()
    const replies = await Promise.all(Array.from({ length: 4 }, () => buy(student, last)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { db } = server.deps.database
    const key = `orders:${student.studentId}`
    const used = await db.selectFrom('rate_limits').select('count').where('key', '=', key).execute()
    expect(used).toEqual([{ count: openOrdersAtMost }])
  })

  it('at once is refused like one after the other, and what is refused was never begun', async () => {
    const replies = await Promise.all(Array.from({ length: openOrdersAtMost + 3 }, () => buy()))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(openOrdersAtMost)
    expect((await student.call('GET /orders')).data.total).toBe(openOrdersAtMost)
  })

  it('is refused to one who begins and gives up all the time, for packs as well', async () => {
    for (let begun = 0; begun < ordersPerHour; begun += 1) {
      const { id } = (await buy()).data
      await student.call('POST /orders/:orderId/close', { orderId: id })
    }
    expect((await buy()).code).toBe(4290)
    const { packId } = await server.insertPack({ priceCoins: 80 })
    const order = { id: packId, paymentMethod: 'sandbox' as const, orderId: randomUUID() }
    expect((await student.call('POST /card-packs/:id/unlock', order)).code).toBe(4290)
    server.clock.advance(3_600_000)
    expect((await buy()).status).toBe(200)
  })
})

describe('paying a pack with money', () => {
  const unlock = (packId: string, orderId: string | undefined = randomUUID()) =>
    student.call('POST /card-packs/:id/unlock', {
      id: packId,
      paymentMethod: 'sandbox',
      ...(orderId && { orderId }),
    })

  it('opens it when the payment is there, and takes no coins', async () => {
    const { packId } = await server.insertPack({ priceCoins: 80 })
    const reply = (await unlock(packId)).data
    expect(reply).toMatchObject({
      unlockedAt: null,
      charged: 0,
      coins: 200,
      order: { priceCents: 800, packId },
    })
    await pay(reply.order!.id)
    expect((await student.call('GET /card-packs/:id', { id: packId })).data.unlocked).toBe(true)
    expect(await coins()).toBe(200)
  })

  it('gives the money back in coins when the pack was unlocked in the meantime', async () => {
    const { packId } = await server.insertPack({ priceCoins: 80 })
    const { order } = (await unlock(packId)).data
    await student.call('POST /card-packs/:id/unlock', { id: packId })
    await pay(order!.id)
    expect(await coins()).toBe(200)
  })

  it('needs an order’s id, unless the pack is free or unlocked', async () => {
    const { packId } = await server.insertPack({ priceCoins: 80 })
    const without = await student.call('POST /card-packs/:id/unlock', {
      id: packId,
      paymentMethod: 'sandbox',
    })
    expect(without.code).toBe(4220)
    const free = await server.insertPack({ priceCoins: 0 })
    expect((await unlock(free.packId)).data.unlockedAt).not.toBeNull()
  })
})

describe('refunds', () => {
  it('take the coins back, once, and never below nothing', async () => {
    const { id } = (await buy()).data
    await pay(id)
    expect((await refundOrder(server.deps, id)).order.status).toBe('refunded')
    await refundOrder(server.deps, id)
    expect(await coins()).toBe(200)
    const spent = (await buy()).data.id
    await pay(spent)
    const { packId } = await server.insertPack({ priceCoins: 300 })
    await student.call('POST /card-packs/:id/unlock', { id: packId })
    await expect(refundOrder(server.deps, spent)).rejects.toMatchObject({ reason: 'insufficient_balance' })
    expect((await server.call('GET /orders/:orderId', { orderId: spent })).data.status).toBe('paid')
  })

  it('close a pack that was paid with money', async () => {
    const { packId } = await server.insertPack({ priceCoins: 80 })
    const orderId = randomUUID()
    await student.call('POST /card-packs/:id/unlock', { id: packId, paymentMethod: 'sandbox', orderId })
    await pay(orderId)
    await refundOrder(server.deps, orderId)
    expect((await student.call('GET /card-packs/:id', { id: packId })).data.unlocked).toBe(false)
  })
})

describe('a provider that is asked', () => {
  let report: PaymentReport = { state: 'pending' }
  let asked = 0
  const gateway: PaymentGateway = {
    method: 'wechat',
    start: () => Promise.resolve({ kind: 'qr', codeUrl: 'weixin://pay' }),
    inquire: () => {
      asked += 1
      return Promise.resolve(report)
    },
    close: () => Promise.resolve(),
    refund: () => Promise.resolve({ state: 'done' }),
    inquireRefund: () => Promise.resolve(null),
  }
  let shop: TestServer
  beforeAll(async () => {
    shop = await startTestServer({ payment: [gateway] })
  })
  afterAll(() => shop.close())
  beforeEach(() => {
    report = { state: 'pending' }
    asked = 0
  })
  const order = async () => {
    const buyer = await shop.signIn()
    const orderId = randomUUID()
    await buyer.call('POST /orders', { orderId, productId: 'coins-100', paymentMethod: 'wechat' })
    return { buyer, orderId }
  }
  const look = async (orderId: string) => (await shop.call('GET /orders/:orderId', { orderId })).data.status

  it('is asked about an order in doubt, at most every few seconds', async () => {
    const { orderId } = await order()
    expect(await look(orderId)).toBe('pending')
    expect(asked).toBe(0)
    shop.clock.advance(4000)
    await Promise.all([look(orderId), look(orderId), look(orderId)])
    expect(asked).toBe(1)
  })

  it('credits what it says was paid, and nothing for another amount', async () => {
    const { buyer, orderId } = await order()
    report = { state: 'paid', amountCents: 1000, reference: 'x' }
    shop.clock.advance(4000)
    expect(await look(orderId)).toBe('paid')
    expect((await buyer.call('GET /profile')).data.coins).toBe(305)
    const other = await order()
    report = { state: 'paid', amountCents: 1, reference: 'y' }
    shop.clock.advance(4000)
    expect(await look(other.orderId)).toBe('failed')
    expect((await other.buyer.call('GET /profile')).data.coins).toBe(200)
  })

  it('credits a payment that arrives after the order was closed here', async () => {
    const { buyer, orderId } = await order()
    await buyer.call('POST /orders/:orderId/close', { orderId })
    await settleOrder(shop.deps, orderId, { state: 'paid', amountCents: 1000, reference: 'late' })
    expect((await buyer.call('GET /profile')).data.coins).toBe(305)
  })

  it('is asked by the reconciliation, which closes what is over', async () => {
    const { orderId } = await order()
    shop.clock.advance(31 * 60_000)
    await reconcileOrders(shop.deps)
    expect(await look(orderId)).toBe('closed')
    expect(await reconcileOrders(shop.deps)).toBe(0)
  })
})

describe('the history of the balance', () => {
  it('is filtered by direction, kind and day, and pages stand still while entries come', async () => {
    const { packId } = await server.insertPack({ priceCoins: 30 })
    await student.call('POST /card-packs/:id/unlock', { id: packId })
    const kinds = async (query: object) =>
      (await student.call('GET /wallet/balance-history', query)).data.items.map(({ kind }) => kind)
    expect(await kinds({})).toEqual(expect.arrayContaining(['unlock', 'welcome']))
    expect(await kinds({ direction: 'expense' })).toEqual(['unlock'])
    expect(await kinds({ kind: 'welcome' })).toEqual(['welcome'])
    expect(await kinds({ from: '2026-11-20', to: '2026-11-20', utcOffsetMinutes: 480 })).toHaveLength(2)
    expect(await kinds({ to: '2026-11-19' })).toEqual([])
    expect((await student.call('GET /wallet/balance-history', { from: '2026-02-31' })).code).toBe(4220)
    const first = (await student.call('GET /wallet/balance-history', { limit: 1 })).data
    server.clock.advance(1000)
    const { id } = (await buy()).data
    await pay(id)
    const second = (
      await student.call('GET /wallet/balance-history', { limit: 1, page: 2, asOf: first.asOf })
    ).data
    expect(new Set([first.items[0]?.kind, second.items[0]?.kind])).toEqual(new Set(['unlock', 'welcome']))
  })
})
