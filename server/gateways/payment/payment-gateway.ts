import type { CashMethod, PayAction, PaymentScene } from '#contract/orders.ts'

/** Where WeChat Pay tells of payments by itself. */
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

/** What a provider says of a payment. It alone decides: what the page says is a hint. */
export type PaymentReport =
  /** `reference`: the provider's number of the payment. */
  { state: 'paid'; amountCents: number; reference: string } | { state: 'failed' | 'closed' | 'pending' }

/** Money from somebody else than the wallet: one interface for every provider. */
export type PaymentGateway = {
  readonly method: CashMethod
  /** Begins the payment; asked again for the same order, it is the same payment. @throws when the provider refuses or does not answer */
  start: (request: PaymentRequest) => Promise<PayAction>
  /** Asks the provider how the payment stands. @throws when it does not answer */
  inquire: (orderId: string) => Promise<PaymentReport>
  /** Ends a payment that nobody made. @throws when it was made meanwhile, or the provider does not answer */
  close: (orderId: string) => Promise<void>
  /** Gives all of it back; asked again, it is the same refund. @throws when the provider refuses or does not answer */
  refund: (order: { orderId: string; amountCents: number }) => Promise<void>
  /**
   * Reads what the provider sends by itself. Absent where it sends nothing.
   * @param headers with names in lower case
   * @param body the bytes as they came, as text: the signature is over them
   * @returns null when it is not the provider who speaks; `orderId: null` when it speaks of something else
   */
  readNotification?: (
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: string,
  ) => { orderId: string; report: PaymentReport } | { orderId: null } | null
}
