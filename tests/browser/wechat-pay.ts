import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { wechatPaySimulator } from '#server/gateways/payment/simulator/wechat-pay-simulator.ts'
import { serverProcess, type ServerProcess } from './server-process.ts'

/** WeChat Pay as a process of its own would be, and a shop that is its merchant. */
export type WechatShop = {
  server: ServerProcess
  /** The student pays the order that was begun last; WeChat Pay tells the shop. */
  pay: () => Promise<void>
  /** Stops both. */
  close: () => Promise<void>
}

const keys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

export const openWechatShop = async (): Promise<WechatShop> => {
  const [merchant, platform] = [keys(), keys()]
  const account = {
    appId: 'wx1',
    merchantId: '1900000001',
    serial: '3775B6A45ACD588826D15E583A95F5DD00000000',
    publicKeyId: 'PUB_KEY_ID_0119000000012024',
    apiV3Key: 'k'.repeat(32),
  }
  const provider = fastify()
  const wechat = wechatPaySimulator(provider, {
    ...account,
    merchantPublicKey: merchant.publicKey,
    privateKey: platform.privateKey,
  })
  const providerUrl = await provider.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'zhika-merchant-'))
  const privateKeyFile = join(folder, 'merchant.pem')
  const publicKeyFile = join(folder, 'wechat-pay.pem')
  await writeFile(privateKeyFile, merchant.privateKey, { mode: 0o600 })
  await writeFile(publicKeyFile, platform.publicKey)
  const server = await serverProcess({
    // As behind a proxy: WeChat Pay tells nothing to a site without TLS.
    PUBLIC_URL: 'https://zhika.example.com',
    PAYMENT_METHODS: 'wechat',
    WECHAT_APP_ID: account.appId,
    WECHAT_PAY_URL: providerUrl,
    WECHAT_PAY_MERCHANT_ID: account.merchantId,
    WECHAT_PAY_SERIAL: account.serial,
    WECHAT_PAY_API_V3_KEY: account.apiV3Key,
    WECHAT_PAY_PRIVATE_KEY_FILE: privateKeyFile,
    WECHAT_PAY_PUBLIC_KEY_ID: account.publicKeyId,
    WECHAT_PAY_PUBLIC_KEY_FILE: publicKeyFile,
  })
  await server.start()
  return {
    server,
    pay: async () => {
      const tradeNumber = [...wechat.payments.keys()].at(-1)
      if (tradeNumber === undefined) throw new Error('nothing was ordered')
      const { url, headers, body } = wechat.pay(tradeNumber)
      const reply = await fetch(server.url + new URL(url).pathname, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      })
      if (!reply.ok) throw new Error(`the shop answered ${reply.status} to the notification`)
    },
    close: async () => {
      await server.remove()
      await provider.close()
      await rm(folder, { recursive: true })
    },
  }
}
