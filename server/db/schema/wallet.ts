import type { LedgerKind } from '#contract/wallet.ts'
import type { ColumnType, Generated } from 'kysely'
import type { CashMethod, OrderStatus, PayAction, PaymentScene } from '#contract/orders.ts'
import type { NullableTimestamp, Timestamp } from './columns.ts'

export type OrderRow = {
  id: string
  student_id: string | null
  product_id: string | null
  pack_id: string | null
  title: string
  coins: number
  price_cents: number
  payment_method: CashMethod
  scene: PaymentScene | null
  pay: ColumnType<PayAction | null, string | null, string | null>
  status: OrderStatus
  created_at: Timestamp
  expires_at: Timestamp
  paid_at: NullableTimestamp
  reference: string | null
  asked_at: Timestamp
  refunded_at: NullableTimestamp
  refund_started_at: NullableTimestamp
  refund_problem: string | null
}

export type WalletTables = {
  products: {
    id: string
    position: number
    name: string
    coins: number
    bonus_coins: number
    price_cents: number
    badge: string
    active: boolean
  }
  orders: OrderRow
  wallets: { student_id: string; coins: number }
  ledger_entries: {
    student_id: string
    id: string
    kind: LedgerKind
    reference: string
    amount: number
    balance_after: number
    created_at: Timestamp
    /** Rises with each entry of a student; null for entries of earlier versions. */
    sequence: Generated<number | null>
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
