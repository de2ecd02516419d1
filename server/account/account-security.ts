import type { Kysely } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import { deletionAtOf } from '#server/db/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import { maskPhone } from '#server/gateways/sms/mask.ts'
import { fail } from '#server/http/errors.ts'

const guardianOf = (phone: string | null, agreedAt: Date | null): AccountSecurity['guardian'] =>
  phone !== null && agreedAt !== null
    ? { phoneMasked: maskPhone(phone), agreedAt: agreedAt.toISOString() }
    : null

const deletionOf = (requestedAt: Date | null): AccountSecurity['deletion'] => {
  const effectiveAt = deletionAtOf(requestedAt)
  return requestedAt && effectiveAt
    ? { requestedAt: requestedAt.toISOString(), effectiveAt: effectiveAt.toISOString() }
    : null
}

/** @throws ExpectedError `session_expired` for a student who is gone */
export const readSecurity = async (db: Kysely<Schema>, studentId: string): Promise<AccountSecurity> => {
  const row = await db
    .selectFrom('students')
    .leftJoin('wechat_accounts', 'wechat_accounts.student_id', 'students.id')
    .select([
      'students.phone',
      'students.guardian_phone',
      'students.guardian_agreed_at',
      'students.deletion_requested_at',
      'wechat_accounts.bound_at',
    ])
    .where('students.id', '=', studentId)
    .executeTakeFirst()
  if (!row) return fail('session_expired')
  return {
    phoneMasked: row.phone === null ? null : maskPhone(row.phone),
    wechatBound: row.bound_at !== null,
    guardian: guardianOf(row.guardian_phone, row.guardian_agreed_at),
    deletion: deletionOf(row.deletion_requested_at),
  }
}
