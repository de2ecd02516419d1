import type { CashMethod, PayAction, PaymentScene } from '#contract/orders.ts'

/** Where WeChat Pay tells of payments and refunds by itself. */
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
export type RefundRequest = {
  orderId: string
  amountCents: number
  /** Scheme and host of the site, where it is known: there the provider tells what became of it. */
  siteUrl: string | undefined
}

/** What a provider says of a payment. It alone decides: what the page says is a hint. */
export type PaymentReport =
  /** `reference`: the provider's number of the payment. */
  | { state: 'paid'; amountCents: number; reference: string }
  /** Paid, and somebody began to give it back, all of it or a part: we, or whoever uses the provider's console. */
  | { state: 'refunded'; reference: string }
  | { state: 'failed' | 'closed' | 'pending' }

/** What a provider says of a refund. Only `done` means that the money is back. */
export type RefundReport =
  | { state: 'done' | 'processing' }
  /** For good: somebody has to see to it by hand. `problem`: the provider's own word, or how much came back. */
  | { state: 'failed'; problem: string }

/** What a provider tells by itself. */
export type PaymentNotice =
  | { about: 'payment'; orderId: string; report: PaymentReport }
  /** Something became of a refund of this order; asking says what. `handMade`: null when it is our own. */
  | { about: 'refund'; orderId: string; handMade: string | null }
  | { about: 'something else' }

/** Money from somebody else than the wallet: one interface for every provider. */
export type PaymentGateway = {
  readonly method: CashMethod
  /** Begins the payment; asked again for the same order, it is the same payment. @throws when the provider refuses or does not answer */
  start: (request: PaymentRequest) => Promise<PayAction>
  /** Asks the provider how the payment stands. @throws when it does not answer */
  inquire: (orderId: string) => Promise<PaymentReport>
  /**
   * Ends a payment that nobody made; one that is over stays so.
   * @throws when it was made meanwhile, or the provider does not answer
   */
  close: (orderId: string) => Promise<void>
  /**
   * Asks for all of it back; asked again, it is the same refund. A refusal for good is a report.
   * @throws when the provider may do it another time, or does not answer
   */
  refund: (request: RefundRequest) => Promise<RefundReport>
  /**
   * Asks what became of the refund.
   * @param handMade the provider's number of one that was made in its console; our own when it is left out
   * @returns null when none was asked for
   * @throws when the provider does not answer, or answers about another one
   */
  inquireRefund: (orderId: string, handMade?: string) => Promise<RefundReport | null>
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
