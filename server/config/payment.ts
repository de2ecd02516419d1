import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CashMethod } from '#contract/orders.ts'
import { booleanFrom, ConfigError, requiredText, siteUrlFrom, type Environment } from './environment.ts'

/** A merchant of WeChat Pay, API v3. */
export type WechatPayConfig = {
  apiUrl: string
  appId: string
  merchantId: string
  /** Of the merchant's certificate. */
  serial: string
  /** PEM. Signs our requests. */
  privateKey: string
  /** 32 characters. Decrypts notifications. */
  apiV3Key: string
  /** `PUB_KEY_ID_…`. */
  publicKeyId: string
  /** PEM. Verifies what WeChat Pay says. */
  publicKey: string
}

export type PaymentConfig = {
  /** Besides the balance, which is always on; empty: nothing can be bought with money. */
  methods: readonly CashMethod[]
  /** Set when `methods` has `wechat`. */
  wechatPay: WechatPayConfig | null
}

const known = ['sandbox', 'wechat'] as const

const methodsFrom = (env: Environment, production: boolean): CashMethod[] => {
  const text = env['PAYMENT_METHODS']?.trim()
  if (!text) {
    if (production)
      throw new ConfigError('PAYMENT_METHODS', '生产环境必须写明支付方式，如 wechat；不收款请写 off')
    return ['sandbox']
  }
  if (text === 'off') return []
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  const methods = known.filter((method) => names.includes(method))
  if (methods.length !== names.length)
    throw new ConfigError('PAYMENT_METHODS', `应为 ${known.join('、')}，用逗号分隔，或 off，现在是“${text}”`)
  if (production && methods.includes('sandbox') && !booleanFrom(env, 'ALLOW_EMBEDDED_GATEWAYS', false))
    throw new ConfigError(
      'PAYMENT_METHODS',
      '生产环境不能用 sandbox（谁都能不付钱就拿到金币）；确实要试运行，请同时设置 ALLOW_EMBEDDED_GATEWAYS=1',
    )
  return methods
}

const textFrom = (env: Environment, name: string): string => {
  const path = requiredText(env, name)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(name, '这个文件读不到')
  }
}

const pemFrom = (
  env: Environment,
  name: string,
  key: { kind: string; read: (pem: string) => KeyObject },
): string => {
  const pem = textFrom(env, name)
  try {
    if (key.read(pem).asymmetricKeyType === 'rsa') return pem
  } catch {
    // What cannot be read is no key; the reason would repeat parts of the file.
  }
  throw new ConfigError(name, `这个文件里不是 RSA ${key.kind}（PEM）`)
}

const apiV3KeyFrom = (env: Environment): string => {
  const key = requiredText(env, 'WECHAT_PAY_API_V3_KEY')
  if (Buffer.byteLength(key) !== 32) throw new ConfigError('WECHAT_PAY_API_V3_KEY', '应为 32 个字符')
  return key
}

/** @throws ConfigError in Chinese, naming the variable */
export function paymentFrom(env: Environment, production: boolean): PaymentConfig {
  const methods = methodsFrom(env, production)
  if (!methods.includes('wechat')) return { methods, wechatPay: null }
  return {
    methods,
    wechatPay: {
      apiUrl: siteUrlFrom(env, 'WECHAT_PAY_URL') ?? 'https://api.mch.weixin.qq.com',
      appId: requiredText(env, 'WECHAT_APP_ID'),
      merchantId: requiredText(env, 'WECHAT_PAY_MERCHANT_ID'),
      serial: requiredText(env, 'WECHAT_PAY_SERIAL'),
      privateKey: pemFrom(env, 'WECHAT_PAY_PRIVATE_KEY_FILE', { kind: '私钥', read: createPrivateKey }),
      apiV3Key: apiV3KeyFrom(env),
      publicKeyId: requiredText(env, 'WECHAT_PAY_PUBLIC_KEY_ID'),
      publicKey: pemFrom(env, 'WECHAT_PAY_PUBLIC_KEY_FILE', { kind: '公钥', read: createPublicKey }),
    },
  }
}
