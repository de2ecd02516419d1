import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createNotifications, type Notification, type NotificationFault, type Told } from './notifications.ts'
import {
  isSamePayment,
  paymentOf,
  refundOf,
  tradeStateOf,
  type Payment,
  type Refund,
  type RefundBody,
  type RefundStatus,
  type StartBody,
} from './payments.ts'
import { createSignatures, type SimulatorAccount } from './signatures.ts'

/**
 * WeChat Pay as its merchants see it: API v3 with real signatures, checked and made, and notifications signed,
 * encrypted and posted. Money does not move; `pay` says that the payment was made.
 */

/** What may become of a request. */
export type RequestFault =
  /** It does its work, and its reply is lost on the way. */
  | 'reply-lost'
  /** A server on the way answers it with a page of 404. */
  | 'not-found-page'
  /** WeChat refuses it. */
  | { status: number; code: string }

/** Which request is meant: the next one of this method whose path begins so. */
type RequestPlace = { method: 'GET' | 'POST'; path: string }

type SimulatorOptions = {
  /** For what is due and when a notice is sent; requests and replies are signed with the real time. */
  clock?: () => Date
  /** Where an address of the merchant's site is to be found from here. */
  reach?: (url: string) => string
}

export function wechatPaySimulator(
  app: FastifyInstance,
  account: SimulatorAccount,
  { clock = () => new Date(), reach = (url) => url }: SimulatorOptions = {},
) {
  const payments = new Map<string, Payment>()
  const { headersFor, isFromMerchant } = createSignatures(account)
  const notificationOf = createNotifications(account, clock)
  let disturbance: { fault: RequestFault; place: RequestPlace | undefined } | undefined

  const isMeant = ({ method, url }: FastifyRequest, place: RequestPlace | undefined): boolean =>
    place === undefined || (method === place.method && url.startsWith(place.path))

  const answer = (reply: FastifyReply, status: number, data?: object): FastifyReply => {
    if (disturbance?.fault === 'reply-lost' && isMeant(reply.request, disturbance.place)) {
      disturbance = undefined
      reply.raw.destroy()
      return reply.hijack()
    }
    const body = data === undefined ? '' : JSON.stringify(data)
    return reply.code(status).headers(headersFor(body, new Date())).type('application/json').send(body)
  }
  const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
    answer(reply, status, { code, message: code })

  const transactionOf = (payment: Payment) => ({
    appid: account.appId,
    mchid: account.merchantId,
    out_trade_no: payment.tradeNumber,
    ...(payment.state === 'SUCCESS' && { transaction_id: `42000${payment.tradeNumber.slice(0, 20)}` }),
    trade_state: tradeStateOf(payment),
    amount: { total: payment.total, currency: 'CNY' },
  })
  const refundReplyOf = (payment: Payment, { number, cents, status }: Refund) => ({
    refund_id: `50000${number.slice(0, 20)}`,
    out_refund_no: number,
    out_trade_no: payment.tradeNumber,
    status,
    amount: { total: payment.total, refund: cents, currency: 'CNY' },
  })

  const bodyOf = <T>(request: FastifyRequest): T => JSON.parse(String(request.body)) as T
  const numberOf = (request: FastifyRequest): string => (request.params as { number: string }).number

  void app.register((scope, _, done) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('preHandler', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      if (!isFromMerchant(request, body)) return refuse(reply, 401, 'SIGN_ERROR')
      if (disturbance === undefined || !isMeant(request, disturbance.place)) return undefined
      const { fault } = disturbance
      if (fault === 'reply-lost') return undefined
      disturbance = undefined
      if (fault === 'not-found-page') return reply.code(404).type('text/html').send('<h1>Not found</h1>')
      return refuse(reply, fault.status, fault.code)
    })

    scope.post('/v3/pay/transactions/:scene', async (request, reply) => {
      const { scene } = request.params as { scene: string }
      const body = bodyOf<StartBody>(request)
      const asked = paymentOf(scene, body, clock())
      if (!asked || body.appid !== account.appId || body.mchid !== account.merchantId)
        return refuse(reply, 400, 'PARAM_ERROR')
      const known = payments.get(asked.tradeNumber)
      if (known?.state === 'SUCCESS') return refuse(reply, 400, 'ORDERPAID')
      if (known?.state === 'CLOSED') return refuse(reply, 400, 'ORDER_CLOSED')
      if (known && !isSamePayment(known, asked)) return refuse(reply, 403, 'OUT_TRADE_NO_USED')
      if (!known) payments.set(asked.tradeNumber, asked)
      if (scene === 'jsapi') return answer(reply, 200, { prepay_id: `wx${asked.tradeNumber}` })
      if (scene === 'h5')
        return answer(reply, 200, {
          h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${asked.tradeNumber}`,
        })
      return answer(reply, 200, { code_url: `weixin://wxpay/bizpayurl?pr=${asked.tradeNumber}` })
    })

    scope.get('/v3/pay/transactions/out-trade-no/:number', async (request, reply) => {
      const { mchid } = request.query as { mchid?: string }
      if (mchid !== account.merchantId) return refuse(reply, 400, 'PARAM_ERROR')
      const payment = payments.get(numberOf(request))
      return payment ? answer(reply, 200, transactionOf(payment)) : refuse(reply, 404, 'ORDER_NOT_EXIST')
    })

    scope.post('/v3/pay/transactions/out-trade-no/:number/close', async (request, reply) => {
      if (bodyOf<{ mchid?: string }>(request).mchid !== account.merchantId)
        return refuse(reply, 400, 'PARAM_ERROR')
      const payment = payments.get(numberOf(request))
      if (!payment) return refuse(reply, 404, 'ORDER_NOT_EXIST')
      if (payment.state === 'SUCCESS') return refuse(reply, 400, 'ORDERPAID')
      if (payment.state === 'CLOSED') return refuse(reply, 400, 'ORDER_CLOSED')
      payment.state = 'CLOSED'
      return answer(reply, 204)
    })

    scope.post('/v3/refund/domestic/refunds', async (request, reply) => {
      const asked = bodyOf<RefundBody>(request)
      const payment = payments.get(asked.out_trade_no ?? '')
      if (!payment) return refuse(reply, 404, 'RESOURCE_NOT_EXISTS')
      const refund = refundOf(payment, asked)
      if (typeof refund === 'string') return refuse(reply, 400, refund)
      return answer(reply, 200, refundReplyOf(payment, refund))
    })

    scope.get('/v3/refund/domestic/refunds/:number', async (request, reply) => {
      for (const payment of payments.values()) {
        const refund = payment.refunds.find(({ number }) => number === numberOf(request))
        if (refund) return answer(reply, 200, refundReplyOf(payment, refund))
      }
      return refuse(reply, 404, 'RESOURCE_NOT_EXISTS')
    })
    done()
  })

  const begun = (tradeNumber: string): Payment => {
    const payment = payments.get(tradeNumber)
    if (!payment) throw new Error(`no payment ${tradeNumber} was begun`)
    return payment
  }

  const paymentNotice = (payment: Payment, wrong?: NotificationFault): Notification => {
    const told: Told = {
      url: payment.notifyUrl,
      event: 'TRANSACTION.SUCCESS',
      about: 'transaction',
      // The notice says what was true when it was paid, whatever has been since.
      resource: { ...transactionOf(payment), trade_state: 'SUCCESS' },
    }
    return notificationOf(told, wrong)
  }

  const refundNotice = (payment: Payment, refund: Refund): Notification => {
    const { status, ...rest } = refundReplyOf(payment, refund)
    return notificationOf({
      url: refund.notifyUrl ?? payment.notifyUrl,
      event: `REFUND.${status}`,
      about: 'refund',
      resource: { ...rest, mchid: account.merchantId, refund_status: status },
    })
  }

  return {
    payments,
    /** @param place which request is meant; any, when it is not said */
    disturbNext: (fault: RequestFault, place?: RequestPlace): void => {
      disturbance = { fault, place }
    },
    /** Requests arrive and are answered again. */
    calmDown: (): void => {
      disturbance = undefined
    },
    canBePaid: (tradeNumber: string): boolean => {
      const payment = payments.get(tradeNumber)
      return (
        payment !== undefined &&
        ['NOTPAY', 'USERPAYING', 'PAYERROR'].includes(payment.state) &&
        new Date(payment.timeExpire) > clock()
      )
    },
    /** The payment is made. @returns the notice that WeChat Pay then sends to the merchant */
    pay: (tradeNumber: string, wrong?: NotificationFault): Notification => {
      const payment = begun(tradeNumber)
      payment.state = 'SUCCESS'
      return paymentNotice(payment, wrong)
    },
    /** The payer has not typed the password yet, or was refused by the bank. */
    stall: (tradeNumber: string, state: 'USERPAYING' | 'PAYERROR'): void => {
      begun(tradeNumber).state = state
    },
    /** WeChat Pay sends the notice of a payment again. */
    tellAgain: (tradeNumber: string): Notification => paymentNotice(begun(tradeNumber)),
    /** A refund comes to its end. @returns the notice that WeChat Pay then sends */
    finishRefund: (tradeNumber: string, status: Exclude<RefundStatus, 'PROCESSING'>): Notification => {
      const payment = begun(tradeNumber)
      const refund = payment.refunds.at(-1)
      if (!refund) throw new Error(`no refund of ${tradeNumber} was asked for`)
      refund.status = status
      return refundNotice(payment, refund)
    },
    /** The merchant gives the money back in the console. @returns the notice that WeChat Pay then sends */
    refundInConsole: (
      tradeNumber: string,
      { cents, status = 'SUCCESS' }: Partial<Pick<Refund, 'cents' | 'status'>> = {},
    ): Notification => {
      const payment = begun(tradeNumber)
      const refund: Refund = {
        number: `console@${tradeNumber.slice(0, 8)}-${payment.refunds.length}`,
        cents: cents ?? payment.total,
        status,
        notifyUrl: undefined,
      }
      payment.refunds.push(refund)
      return refundNotice(payment, refund)
    },
    /** Of something that has to do with no order, e.g. a complaint. */
    tellOfElse: (url: string): Notification =>
      notificationOf({
        url,
        event: 'COMPLAINT.CREATE',
        about: 'complaint',
        resource: { mchid: account.merchantId, out_trade_no: '', amount: {} },
      }),
    /** Posts it to the merchant. @returns the status of the reply; WeChat sends it again unless that is 2xx */
    send: async ({ url, headers, body }: Notification): Promise<number> => {
      const reply = await fetch(reach(url), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      await reply.arrayBuffer()
      return reply.status
    },
  }
}

export type WechatPaySimulator = ReturnType<typeof wechatPaySimulator>
