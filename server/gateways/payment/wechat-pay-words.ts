import type { WechatPayConfig } from '#server/config/payment.ts'
import type { PaymentReport, RefundReport } from './payment-gateway.ts'
import { WechatPayError } from './wechat-pay-client.ts'

/** What WeChat Pay's replies and notifications mean to us. */

/** A transaction as replies and notifications describe it; only what is used. */
export type Transaction = {
  mchid: string
  appid: string
  out_trade_no: string
  transaction_id?: string
  trade_state: string
  amount?: { total: number; currency?: string }
}

/** WeChat takes 32 characters at most: the order's id without its dashes. */
export function tradeNumberOf(orderId: string): string {
  return orderId.replaceAll('-', '')
}

/** @throws WechatPayError when it is no number of ours */
export function orderIdOf(tradeNumber: string): string {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(tradeNumber)
  if (!parts) throw new WechatPayError(undefined, 'with a number that is not one of our orders')
  return parts.slice(1).join('-')
}

const unpaidStates: Readonly<Record<string, 'pending' | 'closed'>> = {
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  // The bank refused; until it is over it can be tried again.
  PAYERROR: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
}

/** @throws WechatPayError when the money went to another merchant, or was not in yuan */
export function paymentReportOf(
  { appId, merchantId }: Pick<WechatPayConfig, 'appId' | 'merchantId'>,
  transaction: Transaction,
): PaymentReport {
  const { trade_state: state, mchid, appid, transaction_id: reference = '', amount } = transaction
  if (state !== 'SUCCESS' && state !== 'REFUND') return { state: unpaidStates[state] ?? 'pending' }
  if (mchid !== merchantId || appid !== appId)
    throw new WechatPayError(undefined, 'with a payment to another merchant')
  if (state === 'REFUND') return { state: 'refunded', reference }
  if (amount === undefined || (amount.currency ?? 'CNY') !== 'CNY')
    throw new WechatPayError(undefined, 'with a payment in another currency')
  return { state: 'paid', amountCents: amount.total, reference }
}

/** A refund as replies describe it; only what is used. */
export type Refund = {
  out_trade_no: string
  out_refund_no: string
  status: string
  amount?: { total: number; refund: number; currency?: string }
}

/** CLOSED and ABNORMAL end a refund without the money. @throws WechatPayError when another one was asked about */
export function refundReportOf(
  { out_trade_no: tradeNumber, out_refund_no: refundNumber, status, amount }: Refund,
  asked: { tradeNumber: string; refundNumber: string },
): RefundReport {
  if (tradeNumber !== asked.tradeNumber || refundNumber !== asked.refundNumber)
    throw new WechatPayError(undefined, 'with another refund than was asked about')
  if (status === 'CLOSED' || status === 'ABNORMAL') return { state: 'failed', problem: status }
  if (status !== 'SUCCESS') return { state: 'processing' }
  if (amount === undefined || (amount.currency ?? 'CNY') !== 'CNY')
    throw new WechatPayError(undefined, 'with a refund in another currency')
  const { refund, total } = amount
  return refund === total ? { state: 'done' } : { state: 'failed', problem: `${refund} of ${total} fen` }
}
