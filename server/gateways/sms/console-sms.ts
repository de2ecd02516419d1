import type { FastifyBaseLogger } from 'fastify'
import { maskPhone } from './mask.ts'
import type { SmsGateway } from './sms-gateway.ts'

/** The embedded default: sends nothing and writes the code to the log, the one place where a code is logged. */
export function createConsoleSms(log: FastifyBaseLogger): SmsGateway {
  return {
    revealsCodes: true,
    sendCode: async (phone, code, purpose) => {
      log.warn({ to: maskPhone(phone), code, purpose }, 'no SMS was sent: the code is only written here')
    },
    sendNotice: async (phone, notice) => {
      log.warn({ to: maskPhone(phone), notice }, 'no SMS was sent: the notice is only written here')
    },
  }
}
