import fastify from 'fastify'
import type { WechatPayConfig } from '#server/config/payment.ts'
import {
  wechatPaySimulator,
  type WechatPaySimulator,
} from '#server/gateways/payment/simulator/wechat-pay-simulator.ts'
import { rsaKeys } from '../rsa-keys.ts'

/** A merchant of WeChat Pay, and a WeChat Pay that knows it, on a free port of this machine. */

export type WechatTill = {
  provider: WechatPaySimulator
  /** What the adapter is made of. */
  config: WechatPayConfig
  merchantPublicKey: string
  close: () => Promise<void>
}

type TillOptions = Parameters<typeof wechatPaySimulator>[2]

export async function openWechatTill(options: TillOptions = {}): Promise<WechatTill> {
  const [merchant, platform] = [rsaKeys(), rsaKeys()]
  const shared = {
    appId: 'wx1',
    merchantId: '1900000001',
    serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
    publicKeyId: 'PUB_KEY_ID_0119000000012024',
    apiV3Key: 'k'.repeat(32),
  }
  const app = fastify()
  const account = { ...shared, merchantPublicKey: merchant.publicKey, privateKey: platform.privateKey }
  const provider = wechatPaySimulator(app, account, options)
  const apiUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    provider,
    config: { ...shared, apiUrl, privateKey: merchant.privateKey, publicKey: platform.publicKey },
    merchantPublicKey: merchant.publicKey,
    close: () => app.close(),
  }
}
