/** The provider's books: what was begun, paid, closed and given back. */

export type RefundStatus = 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'

export type Refund = {
  number: string
  cents: number
  status: RefundStatus
  notifyUrl: string | undefined
}

export type Payment = {
  tradeNumber: string
  total: number
  description: string
  timeExpire: string
  notifyUrl: string
  scene: string
  state: 'NOTPAY' | 'USERPAYING' | 'PAYERROR' | 'SUCCESS' | 'CLOSED'
  refunds: Refund[]
}

export type StartBody = {
  appid?: string
  mchid?: string
  description?: string
  out_trade_no?: string
  time_expire?: string
  notify_url?: string
  amount?: { total?: number; currency?: string }
  payer?: { openid?: string | null }
  scene_info?: { payer_client_ip?: string; h5_info?: { type?: string } }
}

export type RefundBody = {
  out_trade_no?: string
  out_refund_no?: string
  notify_url?: string
  amount?: { refund?: number; total?: number; currency?: string }
}

const isCents = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value > 0
const isNumber = (value: string | undefined): value is string =>
  value !== undefined && /^[\w*|-]{6,32}$/.test(value)
const isNotifyUrl = (value: string | undefined): boolean =>
  value !== undefined && /^https:\/\/[^?#]+$/.test(value)
const isInstant = (value: string | undefined): value is string =>
  value !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(value)

const isPayable = (scene: string, { payer, scene_info: info }: StartBody): boolean => {
  if (scene === 'jsapi') return Boolean(payer?.openid)
  return scene !== 'h5' || (Boolean(info?.payer_client_ip) && info?.h5_info?.type !== undefined)
}

/** @returns null when the request to begin a payment is wrong */
export function paymentOf(scene: string, body: StartBody, now: Date): Payment | null {
  const { description, out_trade_no: tradeNumber, time_expire: timeExpire, notify_url: notifyUrl } = body
  const { total, currency } = body.amount ?? {}
  const isWhole =
    description !== undefined &&
    description.length > 0 &&
    [...description].length <= 127 &&
    isNumber(tradeNumber) &&
    isInstant(timeExpire) &&
    new Date(timeExpire) > now &&
    isNotifyUrl(notifyUrl) &&
    isCents(total) &&
    currency === 'CNY' &&
    isPayable(scene, body)
  if (!isWhole) return null
  return {
    tradeNumber,
    total,
    description,
    timeExpire,
    scene,
    notifyUrl: notifyUrl ?? '',
    state: 'NOTPAY',
    refunds: [],
  }
}

export function isSamePayment(first: Payment, second: Payment): boolean {
  return (
    first.total === second.total &&
    first.description === second.description &&
    first.timeExpire === second.timeExpire &&
    first.scene === second.scene
  )
}

const isBack = ({ status }: Refund): boolean => status !== 'CLOSED'

/** What WeChat calls the state of the trade; given back in part is given back. */
export function tradeStateOf(payment: Payment): string {
  return payment.refunds.some(isBack) ? 'REFUND' : payment.state
}

/** The refund that is asked for, a known one or a new one; a code when it is refused. */
export function refundOf(payment: Payment, body: RefundBody): Refund | 'PARAM_ERROR' | 'INVALID_REQUEST' {
  const { out_refund_no: number, notify_url: notifyUrl, amount } = body
  const cents = amount?.refund
  const isWhole =
    isNumber(number) &&
    isCents(cents) &&
    amount?.currency === 'CNY' &&
    (notifyUrl === undefined || isNotifyUrl(notifyUrl))
  if (!isWhole) return 'PARAM_ERROR'
  const known = payment.refunds.find((refund) => refund.number === number)
  if (known) return known.cents === cents ? known : 'INVALID_REQUEST'
  const given = payment.refunds.filter(isBack).reduce((sum, refund) => sum + refund.cents, 0)
  if (payment.state !== 'SUCCESS' || amount?.total !== payment.total || given + cents > payment.total)
    return 'INVALID_REQUEST'
  const refund: Refund = { number, cents, status: 'PROCESSING', notifyUrl }
  payment.refunds.push(refund)
  return refund
}
