import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Transaction } from 'kysely'
import { codeLifetimeSeconds, smsCodeLength, type SmsPurpose } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { SmsBadNumber, SmsTooOften, SmsUncertain } from '#server/gateways/sms/sms-gateway.ts'
import { clientNetwork } from '#server/http/client-network.ts'
import { fail } from '#server/lib/errors.ts'
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts'
import { findStudent } from '../students.repository.ts'
import { clearCode, countTry, putCode, restoreCode, withdrawCode } from './login-codes.repository.ts'
import { createSmsBudget } from './sms-budget.service.ts'

/** A code as it was typed. */
type CodeAttempt = { phone: string; purpose: SmsPurpose; code: string; ip: string }

export type LoginCodes = {
  /**
   * Makes the phone's one live code and sends it. Where the gateway does not say what became of the message, it
   * counts as sent: the code may arrive, and is then the right one.
   * @returns the code, for an embedded gateway that may show it
   * @throws ExpectedError `code_too_soon`, `code_daily_limit`, `code_network_busy`, `code_hour_full`,
   * `too_many_requests`, `invalid_input` and `phone_unsubscribed` for numbers that the gateway does not send to, or
   * `unavailable` when it failed. An attempt that sent nothing leaves the code before it as it was. A failed one
   * counts for no limit but that of failures; one for a number that the gateway does not send to counts for the
   * number and its range like any other
   */
  send: (phone: string, purpose: SmsPurpose, ip: string) => Promise<string>
  /**
   * Counts a try, then compares. Ends the code after too many wrong ones, for one network or for all. A code that
   * was asked for something else is a wrong one.
   * @returns what `consume` takes
   * @throws ExpectedError `code_expired`, `code_exhausted`, `wrong_code`, `too_many_requests`
   */
  check: (attempt: CodeAttempt) => Promise<Buffer>
  /** Uses the code up, in the transaction of what it is for, so that it serves once. */
  consume: (tx: Transaction<Schema>, phone: string, proof: Buffer) => Promise<void>
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** Short, so that a school waits a minute and not an hour when the gateway is back. */
const failuresPerNetwork = (network: string): RateLimit => ({
  key: `send-code-failed:ip:${network}`,
  limit: 60,
  windowMs: minuteMs,
})

/** Wrong tries of codes that live: who guesses at many phones ends here. */
const wrongTriesPerNetwork = (network: string): RateLimit => ({
  key: `wrong-code:ip:${network}`,
  limit: 300,
  windowMs: hourMs,
})

const makeCode = (): string => String(randomInt(10 ** smsCodeLength)).padStart(smsCodeLength, '0')

/** What the provider says of one number: no trouble of the operator, and of no other number. */
type NumberRefusal = SmsTooOften | SmsBadNumber

const isAboutNumber = (error: unknown): error is NumberRefusal =>
  error instanceof SmsTooOften || error instanceof SmsBadNumber

const refuseNumber = (refusal: NumberRefusal): never => {
  if (refusal instanceof SmsTooOften) return fail('too_many_requests')
  return refusal.why === 'unsubscribed'
    ? fail('phone_unsubscribed')
    : fail('invalid_input', { field: '手机号' })
}

export function createLoginCodes(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'sms' | 'log'>,
): LoginCodes {
  const { config, database, clock, sms, log } = deps
  const limiter = createRateLimiter(deps)
  const budget = createSmsBudget(deps)
  const hmacOf = (phone: string, purpose: SmsPurpose, code: string): Buffer =>
    createHmac('sha256', config.codePepper).update(`${purpose}:${phone}:${code}`).digest()

  type Delivery = { phone: string; code: string; purpose: SmsPurpose; network: string }

  const deliver = async ({ phone, code, purpose, network }: Delivery): Promise<void> => {
    try {
      await sms.sendCode(phone, code, purpose)
    } catch (error) {
      if (error instanceof SmsUncertain) {
        return log.error({ err: error }, 'the SMS gateway did not say whether it has sent a code')
      }
      if (isAboutNumber(error)) throw error
      await limiter.take(failuresPerNetwork(network))
      log.error({ err: error }, 'the SMS gateway failed')
      fail('unavailable')
    }
  }

  return {
    send: async (phone, purpose, ip) => {
      const network = clientNetwork(ip)
      await limiter.refuseWhenFull(failuresPerNetwork(network))
      const code = makeCode()
      const asking = { ip, isKnown: (await findStudent(database.db, phone)) !== null }
      const refusal = await budget.ofRange(asking, async () => {
        const now = clock()
        const place = { phone, network, hmac: hmacOf(phone, purpose, code), now }
        const expiresAt = new Date(now.getTime() + codeLifetimeSeconds * 1000)
        const replaced = await putCode(database, {
          ...place,
          expiresAt,
          afterUse: purpose === 'confirm',
        })
        try {
          await budget.ofHour(asking, () => deliver({ phone, code, purpose, network }))
          return null
        } catch (error) {
          if (!isAboutNumber(error)) {
            await withdrawCode(database.db, place, replaced)
            throw error
          }
          await restoreCode(database.db, place, replaced)
          return error
        }
      })
      return refusal ? refuseNumber(refusal) : code
    },

    check: async ({ phone, purpose, code, ip }) => {
      const network = clientNetwork(ip)
      const place = await limiter.take(wrongTriesPerNetwork(network))
      const attempt = await countTry(database.db, { phone, network, now: clock() })
      if (typeof attempt === 'string') {
        // Nothing was compared, so nothing was guessed.
        await limiter.giveBack(place)
        return fail(attempt === 'expired' ? 'code_expired' : 'code_exhausted')
      }
      const proof = hmacOf(phone, purpose, code)
      if (timingSafeEqual(proof, attempt.hmac)) {
        await limiter.giveBack(place)
        return proof
      }
      return attempt.left > 0 ? fail('wrong_code', { left: attempt.left }) : fail('code_exhausted')
    },

    consume: async (tx, phone, proof) => {
      if (!(await clearCode(tx, phone, proof))) fail('code_expired')
    },
  }
}
