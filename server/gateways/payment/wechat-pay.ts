import { Formatter, Rsa } from 'wechatpay-axios-plugin'
import type { WechatPayConfig } from '#server/config/payment.ts'
import { wechatNotifyPath, type PaymentGateway, type PaymentRequest } from './payment-gateway.ts'
import { createWechatPayCall, isRefusal, WechatPayError } from './wechat-pay-client.ts'
import { createReadNotification } from './wechat-pay-notification.ts'
import {
  paymentReportOf,
  refundReportOf,
  tradeNumberOf,
  type Refund,
  type Transaction,
} from './wechat-pay-words.ts'

/** WeChat Pay, API v3 with 微信支付公钥: https://pay.weixin.qq.com/doc/v3/merchant/4012081606 */

/** WeChat's documentation knows either spelling. */
const unknownNumber = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST']
const closedBefore = ['ORDER_CLOSED', 'ORDERCLOSED']
/** Of a refund: what no repetition mends. Too little money on the merchant's account, say, may change. */
const refusedForGood = [
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'RESOURCE_NOT_EXISTS',
  'MCH_NOT_EXISTS',
  'USER_ACCOUNT_ABNORMAL',
]
/** Characters of a description. */
const descriptionLength = 127

export function createWechatPay(config: WechatPayConfig, { clock }: { clock: () => Date }): PaymentGateway {
  const { appId, merchantId } = config
  const privateKey = Rsa.from(config.privateKey, Rsa.KEY_TYPE_PRIVATE)
  const call = createWechatPayCall(config)

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
        description: [...request.title].slice(0, descriptionLength).join(''),
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
      const tradeNumber = tradeNumberOf(orderId)
      try {
        const path = `v3/pay/transactions/out-trade-no/${tradeNumber}`
        const transaction = (await call('get', path, undefined, { mchid: merchantId })) as Transaction
        if (transaction.out_trade_no !== tradeNumber)
          throw new WechatPayError(undefined, 'with another payment than was asked for')
        return paymentReportOf(config, transaction)
      } catch (error) {
        // The request that began it never arrived.
        if (isRefusal(error, unknownNumber)) return { state: 'pending' }
        throw error
      }
    },

    close: async (orderId) => {
      const path = `v3/pay/transactions/out-trade-no/${tradeNumberOf(orderId)}/close`
      try {
        await call('post', path, { mchid: merchantId })
      } catch (error) {
        if (!isRefusal(error, [...unknownNumber, ...closedBefore])) throw error
      }
    },

    refund: async ({ orderId, amountCents, siteUrl }) => {
      const tradeNumber = tradeNumberOf(orderId)
      try {
        const refund = (await call('post', 'v3/refund/domestic/refunds', {
          out_trade_no: tradeNumber,
          // One refund an order: asked again it is the same.
          out_refund_no: tradeNumber,
          // Refused unless it is encrypted; without it, a query gives the outcome.
          ...(siteUrl?.startsWith('https:') && { notify_url: siteUrl + wechatNotifyPath }),
          amount: { refund: amountCents, total: amountCents, currency: 'CNY' },
        })) as Refund
        return refundReportOf(refund, { tradeNumber, refundNumber: tradeNumber })
      } catch (error) {
        if (isRefusal(error, refusedForGood)) return { state: 'failed', problem: error.code }
        throw error
      }
    },

    inquireRefund: async (orderId, providerRefundId) => {
      const tradeNumber = tradeNumberOf(orderId)
      const refundNumber = providerRefundId ?? tradeNumber
      try {
        const path = `v3/refund/domestic/refunds/${encodeURIComponent(refundNumber)}`
        return refundReportOf((await call('get', path)) as Refund, { tradeNumber, refundNumber })
      } catch (error) {
        if (isRefusal(error, ['RESOURCE_NOT_EXISTS'])) return null
        throw error
      }
    },

    readNotification: createReadNotification(config, { clock }),
  }
}
