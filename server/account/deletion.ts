import type { AccountSecurity } from '#contract/security.ts'
import type { Database } from '#server/db/database.ts'
import { readSecurity } from './account-security.ts'

/** Asking for the deletion of an account, and taking it back. Until it takes effect nothing else changes. */

/** Asking again neither starts the days anew nor shortens them. */
export const requestDeletion = (database: Database, studentId: string, now: Date): Promise<AccountSecurity> =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('students')
      .set({ deletion_requested_at: now })
      .where('id', '=', studentId)
      .where('deletion_requested_at', 'is', null)
      .execute()
    return readSecurity(tx, studentId)
  })

/** Too late for an account whose time is over: its sessions have ended with it. */
export const takeBackDeletion = (database: Database, studentId: string): Promise<AccountSecurity> =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('students')
      .set({ deletion_requested_at: null })
      .where('id', '=', studentId)
      .where('deletion_requested_at', 'is not', null)
      .execute()
    return readSecurity(tx, studentId)
  })
