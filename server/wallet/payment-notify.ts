import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import {
  wechatNotifyPath,
  type PaymentGateway,
  type PaymentNotice,
} from '#server/gateways/payment/payment-gateway.ts'

/**
 * Where providers tell of payments and refunds by themselves. Outside the API's wrapper: the provider has its own
 * format, and signs the bytes of the body. What is told twice changes nothing; what fails here is told again by the
 * provider, and asked for by the reconciliation. A notice may be late: it says what to ask about.
 */
export const paymentNotifyRoutes = (
  app: FastifyInstance,
  { orders, log, payment }: Pick<Deps, 'orders' | 'log' | 'payment'>,
): void => {
  const wechat = payment.find(({ method }) => method === 'wechat')
  if (wechat?.readNotification === undefined) return
  const read = readerOf(wechat.readNotification, log)
  void app.register((scope, _, done) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post(wechatNotifyPath, async (request, reply) => {
      const notice = read(request.headers, String(request.body))
      if (notice === 'unsigned') return reply.code(401).send({ code: 'FAIL', message: '签名不正确' })
      if (notice === 'unreadable') return reply.code(400).send({ code: 'FAIL', message: '内容不正确' })
      if (notice.about === 'payment') await orders.paymentTold(notice.orderId, notice.report)
      if (notice.about === 'refund') await orders.refundTold(notice.orderId, notice.handMade)
      return reply.code(204).send()
    })
    done()
  })
}

type Read = NonNullable<PaymentGateway['readNotification']>

const readerOf =
  (readNotification: Read, log: Deps['log']) =>
  (...notification: Parameters<Read>): PaymentNotice | 'unsigned' | 'unreadable' => {
    try {
      const notice = readNotification(...notification)
      if (notice !== null) return notice
      log.warn('a payment notification was not signed by the provider')
      return 'unsigned'
    } catch (error) {
      log.error({ err: error }, 'a payment notification of the provider could not be understood')
      return 'unreadable'
    }
  }
