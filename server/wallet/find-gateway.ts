import type { CashMethod } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway } from '#server/gateways/payment/payment-gateway.ts'
import { fail } from '#server/lib/errors.ts'

type PaymentDeps = Pick<Deps, 'payment'>

/** The provider of a payment method; undefined when the method is switched off. */
export function findGateway({ payment }: PaymentDeps, method: CashMethod): PaymentGateway | undefined {
  return payment.find((gateway) => gateway.method === method)
}

/** The provider of a payment method. @throws ExpectedError `payment_method_unavailable` when it is switched off */
export function gatewayOf(deps: PaymentDeps, method: CashMethod): PaymentGateway {
  return findGateway(deps, method) ?? fail('payment_method_unavailable')
}
