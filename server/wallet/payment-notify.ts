import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { wechatNotifyPath } from '#server/gateways/payment/payment-gateway.ts'

/**
 * Where providers tell of payments by themselves. Outside the API's wrapper: the provider has its own format, and
 * signs the bytes of the body. What is told twice changes nothing; what fails here is told again by the provider,
 * and asked for by the reconciliation.
 */
export const paymentNotifyRoutes = (
  app: FastifyInstance,
  { orders, log, payment }: Pick<Deps, 'orders' | 'log' | 'payment'>,
): void => {
  const wechat = payment.find(({ method }) => method === 'wechat')
  if (wechat?.readNotification === undefined) return
  const { readNotification } = wechat
  void app.register((scope, _, done) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post(wechatNotifyPath, async (request, reply) => {
      const notice = readNotification(request.headers, String(request.body))
      if (notice === null) {
        log.warn('a payment notification was not signed by the provider')
        return reply.code(401).send({ code: 'FAIL', message: '签名不正确' })
      }
      if (notice.orderId !== null) await orders.settle(notice.orderId, notice.report)
      return reply.code(204).send()
    })
    done()
  })
}
