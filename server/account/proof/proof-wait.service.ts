import type { AccountSecurity } from '#contract/security.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Deps } from '#server/deps.ts'
import { SmsBadNumber, SmsTooOften, SmsUncertain } from '#server/gateways/sms/sms-gateway.ts'
import { fail } from '#server/lib/errors.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { readSecurity } from '../account-security.service.ts'
import type { Asking } from './proof-times.ts'
import { claimWait, dropWait, endWaits } from './proofs.repository.ts'
import { createSmsBudget } from '../sign-in/sms-budget.service.ts'

/**
 * A day's wait in the place of a proof, for who has lost the old card: the old number gets a message, every device
 * shows the wait, and each of them may end it. So does signing in with the old number: it is not lost then.
 */

/** Each begins with a message to the old number. */
const waitsPerDay = 3

/** A number that gets no messages any more is the very reason to wait. */
const mayBeGone = (error: unknown): boolean =>
  error instanceof SmsBadNumber || error instanceof SmsTooOften || error instanceof SmsUncertain

const sendNotice = async ({ sms, log }: Deps, phone: string): Promise<void> => {
  try {
    await sms.sendNotice(phone, 'proof_wait')
  } catch (error) {
    if (mayBeGone(error)) return log.warn({ err: error }, 'the old number may not have been told of a wait')
    log.error({ err: error }, 'the SMS gateway failed')
    fail('unavailable')
  }
}

const sendWithinLimits = (deps: Deps, phone: string, ip: string): Promise<void> => {
  const budget = createSmsBudget(deps)
  const asking = { ip, isKnown: true }
  return budget.ofRange(asking, () => budget.ofHour(asking, () => sendNotice(deps, phone)))
}

/**
 * Begins the wait of this session; again changes nothing, also at the same moment.
 * @throws ExpectedError `too_many_requests`, and what the limits of messages do
 */
export async function beginWait(
  deps: Deps,
  { ip, ...asking }: Asking & { ip: string },
): Promise<AccountSecurity> {
  const { db } = deps.database
  const claimed = await claimWait(db, asking)
  if (claimed) {
    const { phone } = claimed
    const limit = { key: `proof-wait:${asking.studentId}`, limit: waitsPerDay, windowMs: dayMs }
    try {
      await createRateLimiter(deps).within(
        limit,
        async () => phone !== null && sendWithinLimits(deps, phone, ip),
      )
    } catch (error) {
      // No message went out.
      await dropWait(db, asking)
      throw error
    }
  }
  return readSecurity(db, asking)
}

/** Ends the waits of all devices; any of them may. */
export async function cancelWait(
  { database }: Pick<Deps, 'database'>,
  asking: Asking,
): Promise<AccountSecurity> {
  await endWaits(database.db, asking.studentId)
  return readSecurity(database.db, asking)
}
