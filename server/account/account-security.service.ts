import type { Kysely } from 'kysely'
import type { AccountSecurity } from '#contract/security.ts'
import { deletionAtOf } from '#server/sql/deletion-time.ts'
import type { Schema } from '#server/db/schema.ts'
import { maskPhone } from '#server/gateways/sms/mask.ts'
import { fail } from '#server/lib/errors.ts'
import { hasFreshProof } from './proof/fresh-proof.service.ts'
import { waitOf, type Asking } from './proof/proof-times.ts'
import { findWait } from './proof/proofs.repository.ts'
import { findSecurity } from './students.repository.ts'

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

const proofOf = async (
  db: Kysely<Schema>,
  { studentId, sessionId, now }: Asking,
): Promise<AccountSecurity['proof']> => {
  const wait = await findWait(db, studentId, now)
  const isFresh = await hasFreshProof(db, { studentId, sessionId, now })
  if (!wait?.proof_asked_at) return { isFresh, wait: null }
  const { readyAt, endsAt } = waitOf(wait.proof_asked_at)
  return {
    isFresh,
    wait: {
      readyAt: readyAt.toISOString(),
      endsAt: endsAt.toISOString(),
      deviceName: wait.device_name,
      current: wait.id === sessionId,
    },
  }
}

/** @throws ExpectedError `session_expired` for a student who is gone */
export async function readSecurity(db: Kysely<Schema>, asking: Asking): Promise<AccountSecurity> {
  const { studentId } = asking
  const row = await findSecurity(db, studentId)
  if (!row) return fail('session_expired')
  return {
    phoneMasked: row.phone === null ? null : maskPhone(row.phone),
    wechatBound: row.bound_at !== null,
    guardian: guardianOf(row.guardian_phone, row.guardian_agreed_at),
    deletion: deletionOf(row.deletion_requested_at),
    proof: await proofOf(db, asking),
  }
}
