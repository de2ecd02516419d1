import type { FastifyBaseLogger } from 'fastify'
import { createConsoleSms } from './console-sms.ts'
import type { SmsGateway } from './sms-gateway.ts'
import { createTencentSms, type TencentSmsConfig } from './tencent-sms.ts'

export type SmsConfig = { provider: 'console' } | ({ provider: 'tencent' } & TencentSmsConfig)

export function createSms(
  config: SmsConfig,
  { log, clock }: { log: FastifyBaseLogger; clock: () => Date },
): SmsGateway {
  return config.provider === 'tencent' ? createTencentSms(config, { clock }) : createConsoleSms(log)
}
