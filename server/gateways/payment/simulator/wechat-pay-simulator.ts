import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * WeChat Pay as its merchants see it: API v3 with real signatures, checked and made, and notifications signed
 * and encrypted. Money does not move; `pay` says that somebody has paid.
 */

export type SimulatorAccount = {
  appId: string
  merchantId: string
  serial: string
  /** PEM: checks what the merchant signs. */
  merchantPublicKey: string
  publicKeyId: string
  /** PEM: signs what WeChat Pay says. */
  privateKey: string
  apiV3Key: string
}

export type Payment = {
  tradeNumber: string
  total: number
  notifyUrl: string
  scene: string
  state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  refunds: string[]
}

/** What may go wrong with one notification. */
export type NotificationFault = 'wrong-signature' | 'wrong-amount' | 'old'

const nowSeconds = (): string => String(Math.floor(Date.now() / 1000))
const lines = (...parts: string[]): string => `${parts.join('\n')}\n`

export const wechatPaySimulator = (app: FastifyInstance, account: SimulatorAccount) => {
  const payments = new Map<string, Payment>()
  /** The next reply is lost on its way: the request has done its work. */
  let losesNextReply = false

  const signatureHeaders = (body: string, timestamp = nowSeconds()): Record<string, string> => {
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256')
      .update(lines(timestamp, nonce, body))
      .sign(account.privateKey, 'base64')
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': account.publicKeyId,
    }
  }

  const isSigned = (request: FastifyRequest, body: string): boolean => {
    const fields = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    return (
      request.headers.authorization?.startsWith('WECHATPAY2-SHA256-RSA2048 ') === true &&
      fields['mchid'] === account.merchantId &&
      fields['serial_no'] === account.serial &&
      createVerify('RSA-SHA256')
        .update(
          lines(request.method, request.url, fields['timestamp'] ?? '', fields['nonce_str'] ?? '', body),
        )
        .verify(account.merchantPublicKey, fields['signature'] ?? '', 'base64')
    )
  }

  const answer = (reply: FastifyReply, status: number, data?: object): FastifyReply => {
    if (losesNextReply) {
      losesNextReply = false
      reply.raw.destroy()
      return reply.hijack()
    }
    const body = data === undefined ? '' : JSON.stringify(data)
    return reply.code(status).headers(signatureHeaders(body)).type('application/json').send(body)
  }
  const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
    answer(reply, status, { code, message: code })

  const transactionOf = ({ tradeNumber, total, state }: Payment) => ({
    appid: account.appId,
    mchid: account.merchantId,
    out_trade_no: tradeNumber,
    ...(state !== 'NOTPAY' && state !== 'CLOSED' && { transaction_id: `42000${tradeNumber.slice(0, 20)}` }),
    trade_state: state,
    amount: { total, currency: 'CNY' },
  })

  void app.register((scope, _, done) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('preHandler', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      if (!isSigned(request, body)) return refuse(reply, 401, 'SIGN_ERROR')
      return undefined
    })

    scope.post('/v3/pay/transactions/:scene', async (request, reply) => {
      const { scene } = request.params as { scene: string }
      const asked = JSON.parse(String(request.body)) as {
        appid: string
        mchid: string
        out_trade_no: string
        notify_url: string
        amount: { total: number }
        payer?: { openid: string | null }
        scene_info?: object
      }
      const known = payments.get(asked.out_trade_no)
      if (known?.state === 'SUCCESS') return refuse(reply, 400, 'ORDERPAID')
      if (known && known.total !== asked.amount.total) return refuse(reply, 400, 'OUT_TRADE_NO_USED')
      const isWrong =
        asked.appid !== account.appId ||
        asked.mchid !== account.merchantId ||
        (scene === 'jsapi' && !asked.payer?.openid) ||
        (scene === 'h5' && !asked.scene_info)
      if (isWrong) return refuse(reply, 400, 'PARAM_ERROR')
      payments.set(asked.out_trade_no, {
        tradeNumber: asked.out_trade_no,
        total: asked.amount.total,
        notifyUrl: asked.notify_url,
        scene,
        state: 'NOTPAY',
        refunds: [],
      })
      if (scene === 'jsapi') return answer(reply, 200, { prepay_id: `wx${asked.out_trade_no}` })
      if (scene === 'h5')
        return answer(reply, 200, {
          h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${asked.out_trade_no}`,
        })
      return answer(reply, 200, { code_url: `weixin://wxpay/bizpayurl?pr=${asked.out_trade_no}` })
    })

    scope.get('/v3/pay/transactions/out-trade-no/:number', async (request, reply) => {
      const payment = payments.get((request.params as { number: string }).number)
      return payment ? answer(reply, 200, transactionOf(payment)) : refuse(reply, 404, 'ORDER_NOT_EXIST')
    })

    scope.post('/v3/pay/transactions/out-trade-no/:number/close', async (request, reply) => {
      const payment = payments.get((request.params as { number: string }).number)
      if (!payment) return refuse(reply, 404, 'ORDER_NOT_EXIST')
      if (payment.state === 'SUCCESS') return refuse(reply, 400, 'ORDERPAID')
      payment.state = 'CLOSED'
      return answer(reply, 204)
    })

    scope.post('/v3/refund/domestic/refunds', async (request, reply) => {
      const asked = JSON.parse(String(request.body)) as { out_trade_no: string; out_refund_no: string }
      const payment = payments.get(asked.out_trade_no)
      if (!payment || payment.state === 'NOTPAY') return refuse(reply, 404, 'RESOURCE_NOT_EXISTS')
      if (!payment.refunds.includes(asked.out_refund_no)) payment.refunds.push(asked.out_refund_no)
      payment.state = 'REFUND'
      return answer(reply, 200, { refund_id: asked.out_refund_no, status: 'PROCESSING' })
    })
    done()
  })

  const encrypted = (text: string) => {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', account.apiV3Key, nonce).setAAD(Buffer.from('transaction'))
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: ciphertext.toString('base64'),
      nonce,
      associated_data: 'transaction',
    }
  }

  /** What would be sent to the merchant about a payment. */
  const notificationOf = (payment: Payment, fault?: NotificationFault) => {
    const told = fault === 'wrong-amount' ? { ...payment, total: 1 } : payment
    const body = JSON.stringify({
      id: randomBytes(16).toString('hex'),
      create_time: new Date().toISOString(),
      event_type: 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      resource: encrypted(JSON.stringify(transactionOf(told))),
    })
    const timestamp = fault === 'old' ? String(Number(nowSeconds()) - 3600) : nowSeconds()
    const headers = signatureHeaders(body, timestamp)
    return { body, headers: fault === 'wrong-signature' ? { ...headers, 'wechatpay-nonce': 'x' } : headers }
  }

  return {
    payments,
    loseNextReply: (): void => {
      losesNextReply = true
    },
    /** Somebody pays. @returns what WeChat Pay then tells the merchant */
    pay: (tradeNumber: string, fault?: NotificationFault) => {
      const payment = payments.get(tradeNumber)
      if (!payment) throw new Error(`no payment ${tradeNumber} was begun`)
      payment.state = 'SUCCESS'
      return { url: payment.notifyUrl, ...notificationOf(payment, fault) }
    },
  }
}
