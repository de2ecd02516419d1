import type { PaymentConfig } from '#server/config-payment.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { createSandboxPayment } from './sandbox-payment.ts'

/** The providers that the configuration turns on. */
export const createPayment = ({ methods }: PaymentConfig): PaymentGateway[] =>
  methods.includes('sandbox') ? [createSandboxPayment()] : []
