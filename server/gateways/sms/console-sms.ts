import type { FastifyBaseLogger } from 'fastify'
import { maskPhone } from './mask.ts'
import type { SmsGateway } from './sms-gateway.ts'

/** The embedded default: sends nothing and writes the code to the log, the one place where a code is logged. */
export const createConsoleSms = (log: FastifyBaseLogger): SmsGateway => ({
  revealsCodes: true,
  sendCode: async (phone, code, purpose) => {
    log.warn({ to: maskPhone(phone), code, purpose }, '内置短信网关：没有发出短信，验证码只写在这里')
  },
})
