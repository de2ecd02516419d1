import type { PaymentGateway } from './payment-gateway.ts'

/**
 * The embedded default: no money moves. The cashier is our own page, which says 模拟支付 and reports to the server
 * the result itself, so there is never more to ask or to undo.
 */
export function createSandboxPayment(): PaymentGateway {
  return {
    method: 'sandbox',
    start: ({ orderId }) => Promise.resolve({ kind: 'redirect', url: `/payment?order=${orderId}` }),
    inquire: () => Promise.resolve({ state: 'pending' }),
    close: () => Promise.resolve(),
    refund: () => Promise.resolve({ state: 'done' }),
    inquireRefund: () => Promise.resolve(null),
  }
}
