import { sql, type Kysely } from 'kysely'
import { maxCodesPerDay, maxCodeTries, resendAfterSeconds } from '#contract/account.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/http/errors.ts'

type Db = Kysely<Schema>

const beijingOffsetMs = 8 * 3_600_000
const dayMs = 86_400_000

/** The calendar day in China, whose phones these are. */
const dayOfLimit = (now: Date): string => new Date(now.getTime() + beijingOffsetMs).toISOString().slice(0, 10)

const resendFrom = (now: Date): Date => new Date(now.getTime() - resendAfterSeconds * 1000)

/**
 * Puts a new code in the place of the phone's last one. One statement, so that two requests at once
 * cannot both pass the limits.
 * @throws ExpectedError `code_too_soon`, `code_daily_limit`
 */
export const putCode = async (
  db: Db,
  { phone, hmac, now, expiresAt }: { phone: string; hmac: Buffer; now: Date; expiresAt: Date },
): Promise<void> => {
  const day = dayOfLimit(now)
  const { rows } = await sql`
    insert into sms_codes (phone, code_hmac, expires_at, tries, sent_at, day, day_count)
    values (${phone}, ${hmac}, ${expiresAt}, 0, ${now}, ${day}, 1)
    on conflict (phone) do update set
      code_hmac = excluded.code_hmac,
      expires_at = excluded.expires_at,
      tries = 0,
      sent_at = excluded.sent_at,
      day = excluded.day,
      day_count = case when sms_codes.day = excluded.day then sms_codes.day_count + 1 else 1 end
    where sms_codes.sent_at <= ${resendFrom(now)}
      and (sms_codes.day <> excluded.day or sms_codes.day_count < ${maxCodesPerDay})
    returning phone`.execute(db)
  if (rows.length === 0) await refuse(db, phone, now)
}

const refuse = async (db: Db, phone: string, now: Date): Promise<never> => {
  const { sent_at: sentAt } = await db
    .selectFrom('sms_codes')
    .select('sent_at')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const seconds = Math.ceil((sentAt.getTime() - resendFrom(now).getTime()) / 1000)
  return seconds > 0 ? fail('code_too_soon', { seconds }) : fail('code_daily_limit')
}

/** Takes back a code that could not be sent, with its place in the minute and in the day. */
export const withdrawCode = async (
  db: Db,
  { phone, hmac, now }: { phone: string; hmac: Buffer; now: Date },
): Promise<void> => {
  await db
    .updateTable('sms_codes')
    .set((row) => ({
      code_hmac: null,
      expires_at: null,
      sent_at: resendFrom(now),
      day_count: row('day_count', '-', 1),
    }))
    .where('phone', '=', phone)
    .where('code_hmac', '=', hmac)
    .execute()
}

/** Counts one try before anything is compared, so that tries at once are counted too. */
export const countTry = async (
  db: Db,
  phone: string,
  now: Date,
): Promise<{ hmac: Buffer; tries: number } | 'expired' | 'exhausted'> => {
  const counted = await db
    .updateTable('sms_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('code_hmac', 'is not', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxCodeTries)
    .returning(['code_hmac', 'tries'])
    .executeTakeFirst()
  if (counted?.code_hmac) return { hmac: counted.code_hmac, tries: counted.tries }
  const live = await db
    .selectFrom('sms_codes')
    .select('tries')
    .where('phone', '=', phone)
    .where('code_hmac', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return live ? 'exhausted' : 'expired'
}

/** @returns false when another login has used it, or a newer code has replaced it */
export const clearCode = async (db: Db, phone: string, hmac: Buffer): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('sms_codes')
    .set({ code_hmac: null, expires_at: null })
    .where('phone', '=', phone)
    .where('code_hmac', '=', hmac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets phones that asked for their last code before yesterday: such rows limit nothing any more. */
export const dropStaleCodes = async (db: Db, now: Date): Promise<void> => {
  const yesterday = dayOfLimit(new Date(now.getTime() - dayMs))
  await db.deleteFrom('sms_codes').where('day', '<', yesterday).execute()
}
