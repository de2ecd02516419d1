import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { codeLifetimeSeconds, maxCodeTries, smsCodeLength, type CodePurpose } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { SmsTooOften } from '#server/gateways/sms/sms-gateway.ts'
import { fail } from '#server/http/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import * as store from './login-codes.repository.ts'

export type LoginCodes = {
  /**
   * Makes the phone's one live code and sends it.
   * @returns the code, for an embedded gateway that may show it
   * @throws ExpectedError `code_too_soon`, `code_daily_limit`, `too_many_requests`, or `unavailable` when the
   * gateway failed. An attempt that sent nothing counts neither for the minute nor for the day
   */
  send: (phone: string, purpose: CodePurpose, ip: string) => Promise<string>
  /**
   * Counts a try, then compares. Ends the code after the fifth wrong one. A code that was asked for something
   * else is a wrong one.
   * @returns what `consume` takes
   * @throws ExpectedError `code_expired`, `code_exhausted`, `wrong_code`
   */
  check: (phone: string, purpose: CodePurpose, code: string) => Promise<Buffer>
  /** Uses the code up, in the transaction of what it is for, so that it serves once. */
  consume: (tx: Transaction<Schema>, phone: string, proof: Buffer) => Promise<void>
}

const hourMs = 3_600_000
/** A school is one address: several classes may sign in within an hour. */
const codesPerAddressAndHour = 300

const makeCode = (): string => String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')

export const createLoginCodes = (
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'sms' | 'log'>,
): LoginCodes => {
  const { config, database, clock, sms, log } = deps
  const limiter = createRateLimiter(deps)
  const hmacOf = (phone: string, purpose: CodePurpose, code: string): Buffer =>
    createHmac('sha256', config.codePepper).update(`${purpose}:${phone}:${code}`).digest()

  const deliver = async (phone: string, code: string, purpose: CodePurpose): Promise<void> => {
    await limiter.take({ key: 'send-code:all', limit: config.smsPerHour, windowMs: hourMs })
    await sms.sendCode(phone, code, purpose).catch((error: unknown) => {
      if (error instanceof SmsTooOften) return fail('too_many_requests')
      log.error({ err: error }, 'the SMS gateway failed')
      return fail('unavailable')
    })
  }

  return {
    send: async (phone, purpose, ip) => {
      await limiter.take({ key: `send-code:ip:${ip}`, limit: codesPerAddressAndHour, windowMs: hourMs })
      const code = makeCode()
      const hmac = hmacOf(phone, purpose, code)
      const now = clock()
      const expiresAt = new Date(now.getTime() + codeLifetimeSeconds * 1000)
      await store.putCode(database.db, { phone, hmac, now, expiresAt })
      try {
        await deliver(phone, code, purpose)
      } catch (error) {
        await store.withdrawCode(database.db, { phone, hmac, now })
        throw error
      }
      return code
    },

    check: async (phone, purpose, code) => {
      const attempt = await store.countTry(database.db, phone, clock())
      if (attempt === 'expired') return fail('code_expired')
      if (attempt === 'exhausted') return fail('code_exhausted')
      const proof = hmacOf(phone, purpose, code)
      if (timingSafeEqual(proof, attempt.hmac)) return proof
      const left = maxCodeTries - attempt.tries
      return left > 0 ? fail('wrong_code', { left }) : fail('code_exhausted')
    },

    consume: async (tx, phone, proof) => {
      if (!(await store.clearCode(tx, phone, proof))) fail('code_expired')
    },
  }
}
