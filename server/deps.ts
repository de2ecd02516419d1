import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Database } from './db/database.ts'
import type { PaymentGateway } from './gateways/payment/payment-gateway.ts'
import type { SmsGateway } from './gateways/sms/sms-gateway.ts'
import type { WechatGateway } from './gateways/wechat/wechat-gateway.ts'
import type { CardParser } from '#server/library/card-parser.ts'
import type { PackGrant, PlaceOrder } from './wallet/between-words.ts'
import type { WalletService } from './wallet/wallet.service.ts'

/** What handlers are made of. Composed in `main.ts`, and by the tests with their own clock and ids. */
export type Deps = {
  config: Config
  database: Database
  log: FastifyBaseLogger
  clock: () => Date
  /** UUID version 7: rises with time, so that new rows stay together on disk. */
  newId: () => string
  sms: SmsGateway
  /** Null: this installation does without WeChat. */
  wechat: WechatGateway | null
  wallet: WalletService
  placeOrder: PlaceOrder
  packGrant: PackGrant
  /** The providers that are on. */
  payment: readonly PaymentGateway[]
  cardParser: CardParser
}
