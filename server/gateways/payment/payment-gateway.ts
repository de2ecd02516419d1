import type { CashMethod, PayAction, PaymentScene } from '#contract/orders.ts'

/** Where WeChat Pay sends its notices of payments and refunds. */
export const wechatNotifyPath = '/api/payment/wechat/notify'

/** What a provider is asked to take. */
export type PaymentRequest = {
  orderId: string
  title: string
  amountCents: number
  expiresAt: Date
  scene: PaymentScene
  /** Who pays inside WeChat; null elsewhere. */
  openid: string | null
  clientIp: string
  /** Scheme and host of the site. */
  siteUrl: string
}

/** What a provider is asked to give back: all of it. */
type RefundRequest = {
  orderId: string
  amountCents: number
  /** Scheme and host of the site, where it is known: there the provider says what became of it. */
  siteUrl: string | undefined
}

/** What a provider says of a payment. It alone decides: what the page says is a hint. */
export type PaymentReport =
  /** `reference`: the provider's number of the payment. */
  | { state: 'paid'; amountCents: number; reference: string }
  /** Paid, and a refund was begun, of all or a part: by us, or in the provider's console. */
  | { state: 'refunded'; reference: string }
  | { state: 'failed' | 'closed' | 'pending' }

/** What a provider says of a refund. Only `done` means that the money is back. */
export type RefundReport =
  | { state: 'done' | 'processing' }
  /** For good: the operator has to see to it by hand. `problem`: the provider's own word, or how much came back. */
  | { state: 'failed'; problem: string }

/** What a provider sends by itself. */
export type PaymentNotice =
  | { about: 'payment'; orderId: string; report: PaymentReport }
  /** Something became of a refund of this order; asking says what. `providerRefundId`: null when it is our own. */
  | { about: 'refund'; orderId: string; providerRefundId: string | null }
  | { about: 'something else' }

/** Money from outside the wallet: one interface for every provider. */
export type PaymentGateway = {
  readonly method: CashMethod
  /** Begins the payment; asked again for the same order, it is the same payment. @throws when the provider refuses or does not answer */
  start: (request: PaymentRequest) => Promise<PayAction>
  /** Asks the provider how the payment stands. @throws when it does not answer */
  inquire: (orderId: string) => Promise<PaymentReport>
  /**
   * Ends a payment that was not made; one that is over stays so.
   * @throws when it was paid in the meantime, or the provider does not answer
   */
  close: (orderId: string) => Promise<void>
  /**
   * Asks for all of it back; asked again, it is the same refund. A refusal for good is a report.
   * @throws when the provider may do it another time, or does not answer
   */
  refund: (request: RefundRequest) => Promise<RefundReport>
  /**
   * Asks what became of the refund.
   * @param providerRefundId the provider's number of one that was made in its console; our own when it is left out
   * @returns null when none was asked for
   * @throws when the provider does not answer, or answers about another one
   */
  inquireRefund: (orderId: string, providerRefundId?: string) => Promise<RefundReport | null>
  /**
   * Reads what the provider sends by itself. Absent where it sends nothing.
   * @param headers with names in lower case
   * @param body the bytes as they came, as text: the signature is over them
   * @returns null when it is not the provider who speaks
   * @throws when the provider says what it should not, e.g. of another merchant
   */
  readNotification?: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
  ) => PaymentNotice | null
}
