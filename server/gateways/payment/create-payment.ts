import type { PaymentConfig } from '#server/config/payment.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createSandboxPayment } from './sandbox-payment.ts'

/** The providers that the configuration turns on; WeChat Pay's library is read only when it is one of them. */
export async function createPayment(
  { methods, wechatPay }: PaymentConfig,
  deps: { clock: () => Date },
): Promise<PaymentGateway[]> {
  return [
    ...(methods.includes('sandbox') ? [createSandboxPayment()] : []),
    ...(wechatPay === null ? [] : [(await import('./wechat-pay.ts')).createWechatPay(wechatPay, deps)]),
  ]
}
