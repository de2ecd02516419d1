import type { Deps } from '#server/deps.ts'
import { createDeps } from '#server/create-deps.ts'
import type { CashMethod } from '#contract/orders.ts'
import { createSandboxPayment } from '#server/gateways/payment/sandbox-payment.ts'
import type { Notification } from '#server/gateways/payment/simulator/notifications.ts'
import type { RequestFault } from '#server/gateways/payment/simulator/wechat-pay-simulator.ts'
import { createWechatPay } from '#server/gateways/payment/wechat-pay.ts'
import { tradeNumberOf } from '#server/gateways/payment/wechat-pay-words.ts'
import { createMortality, type Mortality } from './mortality.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { openWechatTill } from './wechat/wechat-till.ts'

/** Two processes of the server on one database, mortal, and the provider that their students pay at. */

export type RefundEnd = 'SUCCESS' | 'ABNORMAL'

/** What the provider did with an order, no matter who knows of it. */
export type MoneyOf = { isPaid: boolean; refunds: number; isBack: boolean }

/** What people and the provider do. Whatever is not possible now does nothing. */
export type Provider = {
  method: CashMethod
  pay: (orderId: string, how: 'success' | 'refused' | 'hesitates') => Promise<unknown>
  /** Sends the notice of a payment, the same bytes again or a new one. */
  tell: (orderId: string, how: 'again' | 'anew') => Promise<unknown>
  finishRefund: (orderId: string, end: RefundEnd, isTold: boolean) => Promise<unknown>
  disturb: (fault: RequestFault) => void
  /** Answers everything, has sent the notices of all payments, and comes to an end with all refunds. */
  settleDown: (orderIds: readonly string[]) => Promise<void>
  /** @returns undefined when only the order itself knows */
  moneyOf: (orderId: string) => MoneyOf | undefined
}

export type MoneyWorld = {
  server: TestServer
  processes: readonly [Deps, Deps]
  mortality: Mortality
  provider: Provider
  close: () => Promise<void>
}

const openProcesses = async (server: TestServer): Promise<[Deps, Deps]> => [
  server.deps,
  await createDeps(server.deps, { payment: [...server.deps.payment] }),
]

/** No provider behind it: the cashier is the server's own. */
export async function openSandboxWorld(): Promise<MoneyWorld> {
  const mortality = createMortality()
  const server = await startTestServer({
    through: mortality.database,
    payment: [mortality.gateway(createSandboxPayment())],
  })
  const provider: Provider = {
    method: 'sandbox',
    pay: async (orderId, how) => {
      if (how === 'hesitates') return
      const result = how === 'success' ? 'success' : 'failure'
      await server.call('POST /orders/:orderId/sandbox-result', { orderId, result })
    },
    tell: async () => {},
    finishRefund: async () => {},
    disturb: () => {},
    settleDown: async () => {},
    moneyOf: () => undefined,
  }
  return { server, processes: await openProcesses(server), mortality, provider, close: server.close }
}

/** The adapter that production uses, and a provider with books of its own. */
export async function openWechatWorld(): Promise<MoneyWorld> {
  const mortality = createMortality()
  const clock = (): Date => server.clock.now()
  const till = await openWechatTill({
    clock,
    reach: (url) => server.url + new URL(url).pathname,
  })
  const server: TestServer = await startTestServer({
    through: mortality.database,
    config: {
      publicUrl: 'https://zhika.example.com',
      payment: { methods: ['wechat'], wechatPay: till.config },
    },
    payment: [mortality.gateway(createWechatPay(till.config, { clock }))],
    // The real time at first: replies of another hour are refused.
    now: new Date(),
    listen: true,
  })
  const wechat = till.provider
  const sent = new Map<string, Notification>()
  const paymentOf = (orderId: string) => wechat.payments.get(tradeNumberOf(orderId))
  const isPaid = (orderId: string): boolean => paymentOf(orderId)?.state === 'SUCCESS'
  const isBeingRefunded = (orderId: string): boolean =>
    paymentOf(orderId)?.refunds.some(({ status }) => status === 'PROCESSING') ?? false

  const provider: Provider = {
    method: 'wechat',
    pay: async (orderId, how) => {
      const number = tradeNumberOf(orderId)
      if (!wechat.canBePaid(number)) return
      if (how === 'success') sent.set(orderId, wechat.pay(number))
      else wechat.stall(number, how === 'refused' ? 'PAYERROR' : 'USERPAYING')
    },
    tell: async (orderId, how) => {
      if (!isPaid(orderId)) return
      const notice = how === 'again' ? sent.get(orderId) : undefined
      await wechat.send(notice ?? wechat.tellAgain(tradeNumberOf(orderId)))
    },
    finishRefund: async (orderId, end, isTold) => {
      if (!isBeingRefunded(orderId)) return
      const notice = wechat.finishRefund(tradeNumberOf(orderId), end)
      if (isTold) await wechat.send(notice)
    },
    disturb: (fault) => wechat.disturbNext(fault),
    settleDown: async (orderIds) => {
      wechat.calmDown()
      for (const orderId of orderIds) {
        const number = tradeNumberOf(orderId)
        // Until it is heard: the notice of a payment that is taken for closed is sent again for a day.
        if (isPaid(orderId)) await wechat.send(wechat.tellAgain(number))
        if (isBeingRefunded(orderId)) wechat.finishRefund(number, 'SUCCESS')
      }
    },
    moneyOf: (orderId) => {
      const refunds = paymentOf(orderId)?.refunds ?? []
      return {
        isPaid: isPaid(orderId),
        refunds: refunds.length,
        isBack: refunds.some(({ status }) => status === 'SUCCESS'),
      }
    },
  }
  const closeServer = server.close
  return {
    server,
    processes: await openProcesses(server),
    mortality,
    provider,
    close: async () => {
      await closeServer()
      await till.close()
    },
  }
}
