import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from './db/database.ts'
import type { Deps } from './deps.ts'
import { createPayment } from './gateways/payment/create-payment.ts'
import { createSms } from './gateways/sms/create-sms.ts'
import { createWechat } from './gateways/wechat/create-wechat.ts'
import { cardParser } from '#server/library/card-parser.ts'
import { packGrant } from './packs/packs.service.ts'
import { toOrderWithPayment } from './wallet/orders.repository.ts'
import { placeOrder } from './wallet/orders.service.ts'
import { createWalletService } from './wallet/wallet.service.ts'

type Parts = {
  config: Config
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
  newId: () => string
}

/** Composes the server, for `main.ts`, the commands and the tests; these may bring their own gateways. */
export async function createDeps(
  parts: Parts,
  gateways: Partial<Pick<Deps, 'sms' | 'wechat' | 'payment'>> = {},
): Promise<Deps> {
  const { config, log, clock } = parts
  const wallet = createWalletService(parts)
  const payment = gateways.payment ?? (await createPayment(config.payment, { clock }))
  const money = { ...parts, wallet, payment, packGrant }
  return {
    ...money,
    sms: gateways.sms ?? createSms(config.sms, { log, clock }),
    wechat:
      gateways.wechat === undefined
        ? createWechat(config.wechat, { secret: config.codePepper, clock })
        : gateways.wechat,
    placeOrder: async (request, goods) => toOrderWithPayment(await placeOrder(money, request, goods)),
    cardParser,
  }
}
