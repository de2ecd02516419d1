import type { LedgerKind } from '#contract/wallet.ts'
import type { Timestamp } from './columns.ts'

export type WalletTables = {
  wallets: { student_id: string; coins: number }
  ledger_entries: {
    student_id: string
    id: string
    kind: LedgerKind
    reference: string
    amount: number
    balance_after: number
    created_at: Timestamp
  }
  unlocks: {
    student_id: string
    pack_id: string
    payment_method: string
    charged: number
    unlocked_at: Timestamp
  }
  favorites: { student_id: string; pack_id: string; created_at: Timestamp }
}
