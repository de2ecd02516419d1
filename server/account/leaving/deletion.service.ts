import type { AccountSecurity } from '#contract/security.ts'
import type { Database } from '#server/db/database.ts'
import { readSecurity } from '../account-security.service.ts'
import { requireFreshProof } from '../proof/fresh-proof.service.ts'
import type { Asking } from '../proof/proof-times.ts'
import { clearDeletionRequest, setDeletionRequest } from '../students.repository.ts'

/** Asking for the deletion of an account, and taking it back. Until it takes effect nothing else changes. */

/**
 * Asking again neither restarts the days nor shortens them.
 * @throws ExpectedError `fresh_proof_required`
 */
export function requestDeletion(database: Database, asking: Asking): Promise<AccountSecurity> {
  return database.transaction(async (tx) => {
    await requireFreshProof(tx, asking)
    await setDeletionRequest(tx, asking.studentId, asking.now)
    return readSecurity(tx, asking)
  })
}

/** Too late for an account whose time is over: its sessions have ended with it. */
export function takeBackDeletion(database: Database, asking: Asking): Promise<AccountSecurity> {
  return database.transaction(async (tx) => {
    await clearDeletionRequest(tx, asking.studentId)
    return readSecurity(tx, asking)
  })
}
