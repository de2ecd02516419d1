import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** How merchants and WeChat Pay know each other: signatures of RSA over lines, resources in AES-256-GCM. */

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

/** How old, in seconds, the timestamp of a request may be. */
const oldestSeconds = 300

const lines = (...parts: string[]): string => `${parts.join('\n')}\n`

const secondsOf = (instant: Date): string => {
  return String(Math.floor(instant.getTime() / 1000))
}

export function createSignatures(account: SimulatorAccount) {
  const seenNonces = new Set<string>()

  return {
    /** The headers that WeChat Pay sends with a body. */
    headersFor: (body: string, at: Date): Record<string, string> => {
      const timestamp = secondsOf(at)
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
    },

    /** Whether the merchant signed this request, now, and it was not seen before. */
    isFromMerchant: (request: FastifyRequest, body: string): boolean => {
      const authorization = request.headers.authorization ?? ''
      const fields = new Map(
        [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      )
      const field = (name: string): string => fields.get(name) ?? ''
      const [timestamp, nonce] = [field('timestamp'), field('nonce_str')]
      const isGenuine =
        authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ') &&
        field('mchid') === account.merchantId &&
        field('serial_no') === account.serial &&
        Math.abs(Date.now() / 1000 - Number(timestamp)) <= oldestSeconds &&
        nonce !== '' &&
        !seenNonces.has(nonce) &&
        createVerify('RSA-SHA256')
          .update(lines(request.method, request.url, timestamp, nonce, body))
          .verify(account.merchantPublicKey, field('signature'), 'base64')
      if (isGenuine) seenNonces.add(nonce)
      return isGenuine
    },
  }
}

/** A resource as notifications carry it. */
export function encrypted(text: string, apiV3Key: string, about: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from(about))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    original_type: about,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: ciphertext.toString('base64'),
    nonce,
    associated_data: about,
  }
}
