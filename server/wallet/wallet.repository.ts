import { sql, type Kysely } from 'kysely'
import type { LedgerKind } from '#contract/wallet.ts'
import type { Schema } from '#server/db/schema.ts'
import { accountErased } from '#server/lib/errors.ts'

type Db = Kysely<Schema>

type EntryKey = { studentId: string; kind: LedgerKind; reference: string }

/** Makes an empty wallet for a new student. */
export async function insertWallet(db: Db, studentId: string): Promise<void> {
  await db
    .insertInto('wallets')
    .values({ student_id: studentId, coins: 0 })
    .onConflict((conflict) => conflict.column('student_id').doNothing())
    .execute()
}

/** Holds the wallet, so that of two postings at once one goes first. @returns its balance */
export async function lockWallet(db: Db, studentId: string): Promise<number> {
  const { coins } = await db
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', studentId)
    .forUpdate()
    .executeTakeFirstOrThrow(accountErased)
  return coins
}

export async function setCoins(db: Db, studentId: string, coins: number): Promise<void> {
  await db.updateTable('wallets').set({ coins }).where('student_id', '=', studentId).execute()
}

export async function hasEntry(db: Db, { studentId, kind, reference }: EntryKey): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_entries')
    .select(sql<number>`1`.as('present'))
    .where('student_id', '=', studentId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row !== undefined
}

type NewEntry = EntryKey & { id: string; amount: number; balanceAfter: number; createdAt: Date }

export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await db
    .insertInto('ledger_entries')
    .values({
      student_id: entry.studentId,
      id: entry.id,
      kind: entry.kind,
      reference: entry.reference,
      amount: entry.amount,
      balance_after: entry.balanceAfter,
      created_at: entry.createdAt,
    })
    .execute()
}

/** The coins that an order brought; undefined when it brought none. */
export async function readRecharge(db: Db, studentId: string, orderId: string): Promise<number | undefined> {
  const entry = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('student_id', '=', studentId)
    .where('kind', '=', 'recharge')
    .where('reference', '=', orderId)
    .executeTakeFirst()
  return entry?.amount
}
