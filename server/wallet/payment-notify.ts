import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import {
  wechatNotifyPath,
  type PaymentGateway,
  type PaymentNotice,
} from '#server/gateways/payment/payment-gateway.ts'
import { findGateway } from './find-gateway.ts'
import { onRefundNotice } from './refunds.service.ts'
import { onPaymentNotice } from './settlement.service.ts'

/**
 * Where providers send notices of payments and refunds. Outside the API's wrapper: the provider has its own format,
 * and signs the bytes of the body. A notice that comes twice changes nothing; one that fails here is sent again by the
 * provider, and the reconciliation asks for it. A notice may be late: it says what to ask about.
 */
export function paymentNotifyRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'log' | 'wallet' | 'payment' | 'packGrant'>,
): void {
  const { log } = deps
  const wechat = findGateway(deps, 'wechat')
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
      if (notice.about === 'payment') await onPaymentNotice(deps, notice.orderId, notice.report)
      if (notice.about === 'refund') await onRefundNotice(deps, notice.orderId, notice.providerRefundId)
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
