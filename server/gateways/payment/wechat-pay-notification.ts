import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin'
import type { WechatPayConfig } from '#server/config/payment.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { WechatPayError } from './wechat-pay-client.ts'
import { orderIdOf, paymentReportOf, type Refund, type Transaction } from './wechat-pay-words.ts'

/** What WeChat Pay sends by itself: signed bytes around an encrypted resource. */

/** How wrong the clock of a notification may be, in seconds. */
const clockToleranceSeconds = 300

type Envelope = {
  event_type: string
  resource: { ciphertext: string; nonce: string; associated_data?: string }
}

/** @throws WechatPayError when it says what it should not; other errors when it cannot be read */
export function createReadNotification(
  config: WechatPayConfig,
  { clock }: { clock: () => Date },
): NonNullable<PaymentGateway['readNotification']> {
  const publicKey = Rsa.from(config.publicKey, Rsa.KEY_TYPE_PUBLIC)

  const decrypted = <T>({ ciphertext, nonce, associated_data = '' }: Envelope['resource']): T =>
    JSON.parse(Aes.AesGcm.decrypt(ciphertext, config.apiV3Key, nonce, associated_data)) as T

  return (headers, body) => {
    const header = (name: string): string => String(headers[`wechatpay-${name}`] ?? '')
    const timestamp = header('timestamp')
    const age = Math.abs(clock().getTime() / 1000 - Number(timestamp))
    const isGenuine =
      age <= clockToleranceSeconds &&
      header('serial') === config.publicKeyId &&
      Rsa.verify(Formatter.response(timestamp, header('nonce'), body), header('signature'), publicKey)
    if (!isGenuine) return null
    const { event_type: event, resource } = JSON.parse(body) as Envelope
    if (event.startsWith('TRANSACTION.')) {
      const transaction = decrypted<Transaction>(resource)
      const orderId = orderIdOf(transaction.out_trade_no)
      return { about: 'payment', orderId, report: paymentReportOf(config, transaction) }
    }
    if (event.startsWith('REFUND.')) {
      const refund = decrypted<Refund & { mchid: string }>(resource)
      if (refund.mchid !== config.merchantId)
        throw new WechatPayError(undefined, 'with a refund of another merchant')
      const { out_trade_no: tradeNumber, out_refund_no: number } = refund
      return {
        about: 'refund',
        orderId: orderIdOf(tradeNumber),
        providerRefundId: number === tradeNumber ? null : number,
      }
    }
    return { about: 'something else' }
  }
}
