import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely'
import {
  maxCodesPerDay,
  maxCodesPerDayAndNetwork,
  maxCodeTries,
  maxCodeTriesPerNetwork,
  resendAfterSeconds,
} from '#contract/account.ts'
import type { Database } from '#server/db/database.ts'
import { dayMs } from '#contract/study-day.ts'
import type { Schema } from '#server/db/schema.ts'
import { fail } from '#server/lib/errors.ts'

type Db = Kysely<Schema>
type Tx = Transaction<Schema>

const beijingOffsetMs = 8 * 3_600_000

/** The calendar day in China, whose phones these are. */
const dayOfLimit = (now: Date): string => new Date(now.getTime() + beijingOffsetMs).toISOString().slice(0, 10)

/**
 * Codes that were sent later than that come from a clock that has been put back since: they make no one wait, and
 * open nothing. The clocks of several processes differ by less.
 */
const latestSent = (now: Date): Date => new Date(now.getTime() + 60_000)

const resendFrom = (now: Date): Date => new Date(now.getTime() - resendAfterSeconds * 1000)

type CountColumn = 'sms_codes.tries_by' | 'sms_codes.day_by'

/** How often this network is counted there. */
const countOf = (column: CountColumn, network: string): RawBuilder<number> =>
  sql<number>`coalesce((${sql.ref(column)} ->> ${network}::text)::integer, 0)`

/** The counts of all networks, with this one's moved. */
const countsWith = (column: CountColumn, network: string, change: 1 | -1): RawBuilder<string> =>
  sql<string>`${sql.ref(column)} || jsonb_build_object(
    ${network}::text, greatest(${countOf(column, network)} + ${change}::integer, 0))`

/** The code that a new one takes the place of, with its tries. */
export type ReplacedCode = Pick<
  Selectable<Schema['sms_codes']>,
  'code_hmac' | 'expires_at' | 'tries' | 'tries_by'
>

const noCode: ReplacedCode = { code_hmac: null, expires_at: null, tries: 0, tries_by: {} }

const holdCode = async (tx: Tx, phone: string): Promise<ReplacedCode> =>
  (await tx
    .selectFrom('sms_codes')
    .select(['code_hmac', 'expires_at', 'tries', 'tries_by'])
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst()) ?? noCode

type NewCode = {
  phone: string
  network: string
  hmac: Buffer
  now: Date
  expiresAt: Date
  /** Need not wait its minute where the code before it was used: who signs in may go on to prove it again. */
  afterUse?: boolean
}

/**
 * Puts a new code in the place of the phone's last one. One statement writes it, so that two requests at once
 * cannot both pass the limits.
 * @returns what `restoreCode` and `withdrawCode` put back
 * @throws ExpectedError `code_too_soon`, `code_daily_limit`
 */
export function putCode(
  database: Pick<Database, 'transaction'>,
  { phone, network, hmac, now, expiresAt, afterUse = false }: NewCode,
): Promise<ReplacedCode> {
  return database.transaction(async (tx) => {
    const replaced = await holdCode(tx, phone)
    const day = dayOfLimit(now)
    const { rows } = await sql`
      insert into sms_codes (phone, code_hmac, expires_at, tries, sent_at, day, day_count, day_by)
      values (${phone}, ${hmac}, ${expiresAt}, 0, ${now}, ${day}, 1, jsonb_build_object(${network}::text, 1))
      on conflict (phone) do update set
        code_hmac = excluded.code_hmac,
        expires_at = excluded.expires_at,
        tries = 0,
        tries_by = '{}',
        sent_at = excluded.sent_at,
        day = excluded.day,
        day_count = case when sms_codes.day = excluded.day then sms_codes.day_count + 1 else 1 end,
        day_by = case when sms_codes.day = excluded.day
          then ${countsWith('sms_codes.day_by', network, 1)} else excluded.day_by end
      where (sms_codes.sent_at <= ${resendFrom(now)} or sms_codes.sent_at > ${latestSent(now)}
          or (${afterUse}::boolean and sms_codes.code_hmac is null))
        and (sms_codes.day <> excluded.day
          or sms_codes.day_count < ${maxCodesPerDay}
          and ${countOf('sms_codes.day_by', network)} < ${maxCodesPerDayAndNetwork})
      returning phone`.execute(tx)
    return rows.length === 0 ? refuse(tx, phone, now) : replaced
  })
}

const refuse = async (db: Db, phone: string, now: Date): Promise<never> => {
  const { sent_at: sentAt } = await db
    .selectFrom('sms_codes')
    .select('sent_at')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  const seconds = Math.ceil((sentAt.getTime() - resendFrom(now).getTime()) / 1000)
  return seconds > 0 && sentAt <= latestSent(now)
    ? fail('code_too_soon', { seconds })
    : fail('code_daily_limit')
}

const codeOf = (replaced: ReplacedCode) => ({ ...replaced, tries_by: JSON.stringify(replaced.tries_by) })

type UnsentCode = Pick<NewCode, 'phone' | 'hmac'>

/**
 * Takes back a code that was not sent; its place in the minute and in the day stays taken. The one before it is
 * valid again for as long as it was, with the tries that it had.
 */
export async function restoreCode(
  db: Db,
  { phone, hmac }: UnsentCode,
  replaced: ReplacedCode,
): Promise<void> {
  await db
    .updateTable('sms_codes')
    .set(codeOf(replaced))
    .where('phone', '=', phone)
    .where('code_hmac', '=', hmac)
    .execute()
}

/** Takes a code back like `restoreCode`, with its place in the minute and in the day. */
export async function withdrawCode(
  db: Db,
  { phone, network, hmac, now }: Omit<NewCode, 'expiresAt' | 'afterUse'>,
  replaced: ReplacedCode,
): Promise<void> {
  await db
    .updateTable('sms_codes')
    .set((row) => ({
      ...codeOf(replaced),
      sent_at: resendFrom(now),
      day_count: row('day_count', '-', 1),
      day_by: countsWith('sms_codes.day_by', network, -1),
    }))
    .where('phone', '=', phone)
    .where('code_hmac', '=', hmac)
    .execute()
}

/**
 * Counts one try before anything is compared, so that tries at once are counted too. A network that has used its
 * share up takes nothing from the others.
 * @returns also how many tries are left to this network
 */
export async function countTry(
  db: Db,
  { phone, network, now }: { phone: string; network: string; now: Date },
): Promise<{ hmac: Buffer; left: number } | 'expired' | 'exhausted'> {
  const counted = await db
    .updateTable('sms_codes')
    .set((row) => ({
      tries: row('tries', '+', 1),
      tries_by: countsWith('sms_codes.tries_by', network, 1),
    }))
    .where('phone', '=', phone)
    .where('code_hmac', 'is not', null)
    .where('expires_at', '>', now)
    .where('sent_at', '<=', latestSent(now))
    .where('tries', '<', maxCodeTries)
    .where(countOf('sms_codes.tries_by', network), '<', maxCodeTriesPerNetwork)
    .returning(['code_hmac', 'tries', countOf('sms_codes.tries_by', network).as('own')])
    .executeTakeFirst()
  if (counted?.code_hmac) {
    const left = Math.min(maxCodeTries - counted.tries, maxCodeTriesPerNetwork - counted.own)
    return { hmac: counted.code_hmac, left }
  }
  const live = await db
    .selectFrom('sms_codes')
    .select('tries')
    .where('phone', '=', phone)
    .where('code_hmac', 'is not', null)
    .where('expires_at', '>', now)
    .where('sent_at', '<=', latestSent(now))
    .executeTakeFirst()
  return live ? 'exhausted' : 'expired'
}

/** @returns false when another login has used it, or a newer code has replaced it */
export async function clearCode(db: Db, phone: string, hmac: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms_codes')
    .set({ code_hmac: null, expires_at: null })
    .where('phone', '=', phone)
    .where('code_hmac', '=', hmac)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets phones that asked for their last code before yesterday: such rows limit nothing any more. */
export async function dropStaleCodes(db: Db, now: Date): Promise<void> {
  const yesterday = dayOfLimit(new Date(now.getTime() - dayMs))
  await db.deleteFrom('sms_codes').where('day', '<', yesterday).execute()
}
