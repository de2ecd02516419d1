import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWechatTill } from '#tests/support/wechat/wechat-till.ts'
import { serverProcess, type ServerProcess } from './server-process.ts'

/** WeChat Pay as a process of its own would be, and a shop that is its merchant. */
export type ShopProcess = {
  server: ServerProcess
  /** The student pays the order that was begun last; WeChat Pay notifies the shop. */
  pay: () => Promise<void>
  /** Stops both. */
  close: () => Promise<void>
}

const publicUrl = 'https://zhika.example.com'

export async function startWechatShop(): Promise<ShopProcess> {
  let siteUrl = publicUrl
  const till = await openWechatTill({
    reach: (url) => url.replace(publicUrl, siteUrl),
  })
  const { provider, config } = till
  const folder = await mkdtemp(join(tmpdir(), 'zhika-merchant-'))
  const privateKeyFile = join(folder, 'merchant.pem')
  const publicKeyFile = join(folder, 'wechat-pay.pem')
  await writeFile(privateKeyFile, config.privateKey, { mode: 0o600 })
  await writeFile(publicKeyFile, config.publicKey)
  const server = await serverProcess({
    // As behind a proxy: WeChat Pay sends no notices to a site without TLS.
    PUBLIC_URL: publicUrl,
    PAYMENT_METHODS: 'wechat',
    WECHAT_APP_ID: config.appId,
    WECHAT_PAY_URL: config.apiUrl,
    WECHAT_PAY_MERCHANT_ID: config.merchantId,
    WECHAT_PAY_SERIAL: config.serial,
    WECHAT_PAY_API_V3_KEY: config.apiV3Key,
    WECHAT_PAY_PRIVATE_KEY_FILE: privateKeyFile,
    WECHAT_PAY_PUBLIC_KEY_ID: config.publicKeyId,
    WECHAT_PAY_PUBLIC_KEY_FILE: publicKeyFile,
  })
  siteUrl = server.url
  const close = async (): Promise<void> => {
    await server.remove()
    await till.close()
    await rm(folder, { recursive: true })
  }
  try {
    await server.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    server,
    pay: async () => {
      const tradeNumber = [...provider.payments.keys()].at(-1)
      if (tradeNumber === undefined) throw new Error('nothing was ordered')
      const status = await provider.send(provider.pay(tradeNumber))
      if (status !== 204) throw new Error(`the shop answered ${status} to the notification`)
    },
    close,
  }
}
