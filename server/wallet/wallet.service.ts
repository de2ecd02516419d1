import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { LedgerKind } from '#contract/wallet.ts'
import { fail } from '#server/lib/errors.ts'
import { hasEntry, insertEntry, insertWallet, lockWallet, setCoins } from './wallet.repository.ts'

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

export function createWalletService(deps: { clock: () => Date; newId: () => string }): WalletService {
  return {
    open: insertWallet,

    post: async (tx, studentId, { kind, reference, amount }) => {
      const coins = await lockWallet(tx, studentId)
      if (await hasEntry(tx, { studentId, kind, reference })) return { coins, posted: false }
      const balanceAfter = coins + amount
      if (balanceAfter < 0) return fail('insufficient_balance', { missing: -balanceAfter })
      const entry = { studentId, kind, reference, amount, balanceAfter }
      await insertEntry(tx, { ...entry, id: deps.newId(), createdAt: deps.clock() })
      await setCoins(tx, studentId, balanceAfter)
      return { coins: balanceAfter, posted: true }
    },
  }
}
