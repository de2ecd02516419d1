import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin'
import type { WechatPayConfig } from '#server/config-payment.ts'
import {
  wechatNotifyPath,
  type PaymentGateway,
  type PaymentReport,
  type PaymentRequest,
} from './payment-gateway.ts'

/** WeChat Pay, API v3 with 微信支付公钥: https://pay.weixin.qq.com/doc/v3/merchant/4012081606 */

const timeoutMs = 6000
/** How wrong the clock of a notification may be, in seconds. */
const clockToleranceSeconds = 300

/** A transaction as replies and notifications tell it; only what is used. */
type Transaction = {
  mchid: string
  appid: string
  out_trade_no: string
  transaction_id?: string
  trade_state: string
  amount?: { total: number }
}

/** WeChat takes 32 characters at most: the order's id without its dashes. */
const tradeNumberOf = (orderId: string): string => orderId.replaceAll('-', '')
const orderIdOf = (tradeNumber: string): string =>
  tradeNumber.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const states: Readonly<Record<string, 'pending' | 'closed' | 'failed'>> = {
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
}

/** What the provider said, without the request: that holds the signature, and the library's errors the key. */
class WechatPayError extends Error {
  override readonly name = 'WechatPayError'
  readonly status: number | undefined
  constructor(status: number | undefined, code: unknown) {
    super(`WeChat Pay answered ${status ?? 'nothing'} ${typeof code === 'string' ? code : ''}`.trim())
    this.status = status
  }
}

type Reply = { status: number; data: Record<string, unknown> }
type Failure = { code?: unknown; response?: { status?: number; data?: { code?: unknown } } }

export const createWechatPay = (
  config: WechatPayConfig,
  { clock }: { clock: () => Date },
): PaymentGateway => {
  const { appId, merchantId } = config
  const privateKey = Rsa.from(config.privateKey, Rsa.KEY_TYPE_PRIVATE)
  const publicKey = Rsa.from(config.publicKey, Rsa.KEY_TYPE_PUBLIC)
  const { client } = new Wechatpay({
    mchid: merchantId,
    serial: config.serial,
    privateKey: config.privateKey,
    certs: { [config.publicKeyId]: config.publicKey },
    baseURL: config.apiUrl,
    timeout: timeoutMs,
    maxRedirects: 0,
    headers: { 'Wechatpay-Serial': config.publicKeyId },
  }) as unknown as {
    client: { request: (path: string, method: string, data?: object, options?: object) => Promise<Reply> }
  }

  const call = async (method: 'get' | 'post', path: string, data?: object, params?: object) => {
    try {
      return (await client.request(path, method, data, { params })).data
    } catch (error) {
      const { response, code } = error as Failure
      throw new WechatPayError(response?.status, response?.data?.code ?? code)
    }
  }

  const reportOf = (transaction: Transaction): PaymentReport => {
    // Paid, also when it has been given back since: the order knows its refunds itself.
    if (transaction.trade_state === 'SUCCESS' || transaction.trade_state === 'REFUND') {
      if (transaction.mchid !== merchantId || transaction.appid !== appId)
        throw new WechatPayError(undefined, 'a payment to another merchant')
      return {
        state: 'paid',
        amountCents: transaction.amount?.total ?? 0,
        reference: transaction.transaction_id ?? '',
      }
    }
    return { state: states[transaction.trade_state] ?? 'pending' }
  }

  const jsapiParams = (prepayId: string): Record<string, string> => {
    const timeStamp = String(Math.floor(clock().getTime() / 1000))
    const nonceStr = Formatter.nonce()
    const prepay = `prepay_id=${prepayId}`
    return {
      appId,
      timeStamp,
      nonceStr,
      package: prepay,
      signType: 'RSA',
      paySign: Rsa.sign(Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, prepay), privateKey),
    }
  }

  const sceneFields = ({ scene, openid, clientIp }: PaymentRequest): object => {
    if (scene === 'jsapi') return { payer: { openid } }
    return scene === 'h5' ? { scene_info: { payer_client_ip: clientIp, h5_info: { type: 'Wap' } } } : {}
  }

  return {
    method: 'wechat',

    start: async (asked) => {
      // Without an openid nothing can be paid inside WeChat: the QR code always can.
      const request =
        asked.scene === 'jsapi' && asked.openid === null ? { ...asked, scene: 'native' as const } : asked
      const reply = await call('post', `v3/pay/transactions/${request.scene}`, {
        mchid: merchantId,
        appid: appId,
        description: request.title,
        out_trade_no: tradeNumberOf(request.orderId),
        time_expire: request.expiresAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
        notify_url: request.siteUrl + wechatNotifyPath,
        amount: { total: request.amountCents, currency: 'CNY' },
        ...sceneFields(request),
      })
      switch (request.scene) {
        case 'jsapi':
          return { kind: 'jsapi', params: jsapiParams(String(reply['prepay_id'])) }
        case 'h5': {
          const back = encodeURIComponent(`${request.siteUrl}/payment?order=${request.orderId}`)
          return { kind: 'redirect', url: `${String(reply['h5_url'])}&redirect_url=${back}` }
        }
        case 'native':
          return { kind: 'qr', codeUrl: String(reply['code_url']) }
      }
    },

    inquire: async (orderId) => {
      try {
        const path = `v3/pay/transactions/out-trade-no/${tradeNumberOf(orderId)}`
        return reportOf((await call('get', path, undefined, { mchid: merchantId })) as Transaction)
      } catch (error) {
        // The request that began it never arrived.
        if (error instanceof WechatPayError && error.status === 404) return { state: 'pending' }
        throw error
      }
    },

    close: async (orderId) => {
      const path = `v3/pay/transactions/out-trade-no/${tradeNumberOf(orderId)}/close`
      try {
        await call('post', path, { mchid: merchantId })
      } catch (error) {
        if (!(error instanceof WechatPayError && error.status === 404)) throw error
      }
    },

    refund: async ({ orderId, amountCents }) => {
      await call('post', 'v3/refund/domestic/refunds', {
        out_trade_no: tradeNumberOf(orderId),
        // One refund an order: asked again it is the same.
        out_refund_no: tradeNumberOf(orderId),
        amount: { refund: amountCents, total: amountCents, currency: 'CNY' },
      })
    },

    readNotification: (headers, body) => {
      const header = (name: string): string => String(headers[`wechatpay-${name}`] ?? '')
      const timestamp = header('timestamp')
      const age = Math.abs(clock().getTime() / 1000 - Number(timestamp))
      const isGenuine =
        age <= clockToleranceSeconds &&
        header('serial') === config.publicKeyId &&
        Rsa.verify(Formatter.response(timestamp, header('nonce'), body), header('signature'), publicKey)
      if (!isGenuine) return null
      const { event_type, resource } = JSON.parse(body) as {
        event_type: string
        resource: { ciphertext: string; nonce: string; associated_data?: string }
      }
      // Refunds are confirmed by asking.
      if (!event_type.startsWith('TRANSACTION.')) return { orderId: null }
      const text = Aes.AesGcm.decrypt(
        resource.ciphertext,
        config.apiV3Key,
        resource.nonce,
        resource.associated_data ?? '',
      )
      const transaction = JSON.parse(text) as Transaction
      return { orderId: orderIdOf(transaction.out_trade_no), report: reportOf(transaction) }
    },
  }
}
