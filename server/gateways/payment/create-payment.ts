import type { PaymentConfig } from '#server/config-payment.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createSandboxPayment } from './sandbox-payment.ts'
import { createWechatPay } from './wechat-pay.ts'

/** The providers that the configuration turns on. */
export const createPayment = (
  { methods, wechatPay }: PaymentConfig,
  deps: { clock: () => Date },
): PaymentGateway[] => [
  ...(methods.includes('sandbox') ? [createSandboxPayment()] : []),
  ...(wechatPay === null ? [] : [createWechatPay(wechatPay, deps)]),
]
