import type { Deps } from '#server/deps.ts'
import type { Metrics, ProviderCall } from './metrics.ts'

type SmsGateway = Deps['sms']
type PaymentGateway = Deps['payment'][number]

const counted =
  <A extends unknown[], R>(
    metrics: Metrics,
    call: Omit<ProviderCall, 'outcome'>,
    ask: (...input: A) => Promise<R>,
  ) =>
  async (...input: A): Promise<R> => {
    try {
      const answer = await ask(...input)
      metrics.countProviderCall({ ...call, outcome: 'ok' })
      return answer
    } catch (error) {
      metrics.countProviderCall({ ...call, outcome: 'failed' })
      throw error
    }
  }

/** The same gateway; each of its calls is counted by how it ended. */
export function countSms(sms: SmsGateway, metrics: Metrics): SmsGateway {
  return {
    ...sms,
    sendNotice: counted(metrics, { gateway: 'sms', operation: 'sendNotice' }, sms.sendNotice),
    sendCode: counted(metrics, { gateway: 'sms', operation: 'sendCode' }, sms.sendCode),
  }
}

/** The same gateways; each of their calls is counted by how it ended. */
export function countPayment(gateways: readonly PaymentGateway[], metrics: Metrics): PaymentGateway[] {
  return gateways.map((payment) => ({
    ...payment,
    start: counted(metrics, { gateway: 'payment', operation: 'start' }, payment.start),
    inquire: counted(metrics, { gateway: 'payment', operation: 'inquire' }, payment.inquire),
    close: counted(metrics, { gateway: 'payment', operation: 'close' }, payment.close),
    refund: counted(metrics, { gateway: 'payment', operation: 'refund' }, payment.refund),
    inquireRefund: counted(
      metrics,
      { gateway: 'payment', operation: 'inquireRefund' },
      payment.inquireRefund,
    ),
  }))
}
