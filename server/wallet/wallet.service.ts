import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { LedgerKind } from '#contract/wallet.ts'
import { accountErased, fail } from '#server/http/errors.ts'

export type LedgerPosting = {
  kind: LedgerKind
  /** One entry of a kind per reference: posting it again changes nothing. */
  reference: string
  /** Positive gives coins, negative takes them. */
  amount: number
}

export type WalletService = {
  /**
   * Writes one ledger entry and moves the balance with it, inside the caller's transaction.
   * Locks the wallet's row first, so two at once take turns.
   * @returns the balance after it, and whether this call wrote it
   * @throws ExpectedError `insufficient_balance`
   */
  post: (
    tx: Transaction<Schema>,
    studentId: string,
    posting: LedgerPosting,
  ) => Promise<{ coins: number; posted: boolean }>
  /** Makes an empty wallet for a new student. */
  open: (tx: Transaction<Schema>, studentId: string) => Promise<void>
}

export const createWalletService = (deps: { clock: () => Date; newId: () => string }): WalletService => ({
  open: async (tx, studentId) => {
    await tx
      .insertInto('wallets')
      .values({ student_id: studentId, coins: 0 })
      .onConflict((conflict) => conflict.column('student_id').doNothing())
      .execute()
  },

  post: async (tx, studentId, posting) => {
    const { coins } = await tx
      .selectFrom('wallets')
      .select('coins')
      .where('student_id', '=', studentId)
      .forUpdate()
      .executeTakeFirstOrThrow(accountErased)
    const before = await tx
      .selectFrom('ledger_entries')
      .select(sql<number>`1`.as('present'))
      .where('student_id', '=', studentId)
      .where('kind', '=', posting.kind)
      .where('reference', '=', posting.reference)
      .executeTakeFirst()
    if (before) return { coins, posted: false }
    const after = coins + posting.amount
    if (after < 0) return fail('insufficient_balance', { missing: -after })
    await tx
      .insertInto('ledger_entries')
      .values({
        student_id: studentId,
        id: deps.newId(),
        kind: posting.kind,
        reference: posting.reference,
        amount: posting.amount,
        balance_after: after,
        created_at: deps.clock(),
      })
      .execute()
    await tx.updateTable('wallets').set({ coins: after }).where('student_id', '=', studentId).execute()
    return { coins: after, posted: true }
  },
})
