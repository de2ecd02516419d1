import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { PaymentScene } from '#contract/orders.ts'
import type { OrderRow } from '#server/db/schema/wallet.ts'
import { createWechatPay } from '#server/gateways/payment/wechat-pay.ts'
import { tradeNumberOf } from '#server/gateways/payment/wechat-pay-words.ts'
import { createLogger } from '#server/http/request-log.ts'
import { startTestServer, type TestStudent } from '../test-server.ts'
import { openWechatTill } from './wechat-till.ts'
import { toOrderWithPayment } from '#server/wallet/orders.repository.ts'
import { reconcileOrders } from '#server/wallet/reconciliation.ts'

/** The server with the adapter that production uses, and a WeChat Pay that posts its notifications to it. */
export async function openWechatShop() {
  let shopUrl = ''
  const till = await openWechatTill({ reach: (url) => shopUrl + new URL(url).pathname })
  const lines: string[] = []
  const shop = await startTestServer({
    config: { publicUrl: 'https://zhika.example.com' },
    payment: [createWechatPay(till.config, { clock: () => new Date() })],
    // The real time: WeChat Pay's signatures are refused minutes later.
    now: new Date(),
    log: createLogger({ logLevel: 'warn' }, { write: (line) => lines.push(line) }),
    listen: true,
  })
  shopUrl = shop.url
  const { provider } = till

  const readOrder = (orderId: string): Promise<Selectable<OrderRow>> =>
    shop.deps.database.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()

  const buy = async (
    student: TestStudent,
    { scene = 'native', orderId = randomUUID() }: { scene?: PaymentScene; orderId?: string } = {},
  ) => {
    const body = { orderId, productId: 'coins-100', paymentMethod: 'wechat' as const, scene }
    const reply = await student.call('POST /orders', body)
    return { ...reply, orderId, tradeNumber: tradeNumberOf(orderId) }
  }

  return {
    till,
    provider,
    shop,
    /** Nothing is in doubt any more. */
    forgetOrders: () => shop.deps.database.db.deleteFrom('orders').execute(),
    /** What is left of the log, from warnings on, since it was asked for the last time. */
    takeLog: (): string => lines.splice(0).join(''),
    buy,
    /** A student whose order is paid and credited. */
    buyAndPay: async () => {
      const student = await shop.signIn()
      const bought = await buy(student)
      await provider.send(provider.pay(bought.tradeNumber))
      return { ...bought, student }
    },
    coinsOf: async (student: TestStudent): Promise<number> => (await student.call('GET /profile')).data.coins,
    /** The order as everyone sees it; the provider is not asked. */
    view: async (orderId: string) => toOrderWithPayment(await readOrder(orderId)),
    readOrder,
    /** Time enough passes for every question to be asked again. */
    reconcileLater: async (minutes = 2): Promise<number> => {
      shop.clock.advance(minutes * 60_000)
      return reconcileOrders(shop.deps)
    },
    close: async () => {
      await shop.close()
      await till.close()
    },
  }
}

export type WechatShop = Awaited<ReturnType<typeof openWechatShop>>
