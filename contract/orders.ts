import { Type, type Static } from 'typebox'
import { Id, Instant, Slug } from './wire.ts'

/** An order: coins, or a pack paid with money. */

export const PaymentMethod = Type.Union([
  Type.Literal('balance'),
  Type.Literal('wechat'),
  Type.Literal('sandbox'),
])
export type PaymentMethod = Static<typeof PaymentMethod>

/** Methods that ask money of somebody else than the wallet. */
export const CashMethod = Type.Union([Type.Literal('wechat'), Type.Literal('sandbox')])
export type CashMethod = Static<typeof CashMethod>

/** How WeChat Pay is opened: JSAPI inside WeChat, H5 in a phone's browser, Native by a QR code. */
export const PaymentScene = Type.Union([Type.Literal('jsapi'), Type.Literal('h5'), Type.Literal('native')])
export type PaymentScene = Static<typeof PaymentScene>

export const OrderStatus = Type.Union([
  /** Waits for the payment. */
  Type.Literal('pending'),
  Type.Literal('paid'),
  /** The payment was declined, or was of another amount; a new order is needed. */
  Type.Literal('failed'),
  /** Not paid in time, or given up. */
  Type.Literal('closed'),
  Type.Literal('refunded'),
])
export type OrderStatus = Static<typeof OrderStatus>

/** What the page does to let the student pay. */
export const PayAction = Type.Union([
  Type.Object({ kind: Type.Literal('redirect'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('qr'), codeUrl: Type.String() }),
  /** For `WeixinJSBridge.invoke('getBrandWCPayRequest', params)`. */
  Type.Object({ kind: Type.Literal('jsapi'), params: Type.Record(Type.String(), Type.String()) }),
])
export type PayAction = Static<typeof PayAction>

/** What becomes of money that is given back; null: none is. */
export const OrderRefund = Type.Union([
  /** The provider has been asked, or soon will be. */
  Type.Literal('processing'),
  Type.Literal('done'),
  /** Somebody has to see to it by hand. */
  Type.Literal('problem'),
  Type.Null(),
])
export type OrderRefund = Static<typeof OrderRefund>

const orderFields = {
  /** Random: anyone who knows it sees the public view at /payment, which names no student. */
  id: Id,
  status: OrderStatus,
  /** What is bought, in words. */
  title: Type.String(),
  /** Coins that come with it, bonus included; 0 for a pack. */
  coins: Type.Integer(),
  /** The pack that it unlocks; null for coins. */
  packId: Type.Union([Id, Type.Null()]),
  priceCents: Type.Integer(),
  paymentMethod: CashMethod,
  createdAt: Instant,
  /** Until when it can be paid. */
  expiresAt: Instant,
  paidAt: Type.Union([Instant, Type.Null()]),
  refund: OrderRefund,
}

export const Order = Type.Object(orderFields)
export type Order = Static<typeof Order>

export const OrderWithPayment = Type.Object({
  ...orderFields,
  /** Null when there is nothing left to pay. */
  pay: Type.Union([PayAction, Type.Null()]),
})
export type OrderWithPayment = Static<typeof OrderWithPayment>

export const NewOrderBody = Type.Object({
  /** Made by the client; the same id is one order, however often it is sent. */
  orderId: Id,
  productId: Slug,
  paymentMethod: CashMethod,
  scene: Type.Optional(PaymentScene),
})

export const PaymentMethods = Type.Object({
  /** Besides `balance`, which is always on. */
  methods: Type.Array(CashMethod),
})

export const SandboxResultBody = Type.Object({
  result: Type.Union([Type.Literal('success'), Type.Literal('failure')]),
})
