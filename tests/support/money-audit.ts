import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { centsPerCoin, dailyGoalCoins, welcomeCoins } from '#contract/coin-rules.ts'
import type { CashMethod } from '#contract/orders.ts'
import type { MoneyOf, Provider } from './money-world.ts'

/** What must be true of a student's books: at any moment, and when nothing is under way any more. */

const readBooks = async ({ db }: Pick<Database, 'db'>, studentId: string) => {
  const [entries, orders, unlocks, wallet] = await Promise.all([
    db.selectFrom('ledger_entries').selectAll().where('student_id', '=', studentId).execute(),
    db.selectFrom('orders').selectAll().where('student_id', '=', studentId).execute(),
    db.selectFrom('unlocks').selectAll().where('student_id', '=', studentId).execute(),
    db.selectFrom('wallets').select('coins').where('student_id', '=', studentId).executeTakeFirstOrThrow(),
  ])
  return { entries, orders, unlocks, coins: wallet.coins }
}

type Books = Awaited<ReturnType<typeof readBooks>>
type BookedOrder = Books['orders'][number]

const entryOf = ({ entries }: Books, kind: 'recharge' | 'refund', orderId: string) =>
  entries.find((entry) => entry.kind === kind && entry.reference === orderId)

/** Coins that the order gave and that were not taken back. */
const coinsGivenBy = (books: Books, { id }: BookedOrder): number =>
  (entryOf(books, 'recharge', id)?.amount ?? 0) + (entryOf(books, 'refund', id)?.amount ?? 0)

const worthInCoins = (order: BookedOrder): number =>
  order.pack_id === null ? order.coins : order.price_cents / centsPerCoin

/** Paid orders of a pack that gave no coins: they must have given the pack. */
const grantingOrders = (books: Books, packId: string): BookedOrder[] =>
  books.orders.filter(
    (order) => order.pack_id === packId && order.status === 'paid' && coinsGivenBy(books, order) === 0,
  )

const auditLedger = ({ entries, coins }: Books): void => {
  expect(coins).toBe(entries.reduce((sum, { amount }) => sum + amount, 0))
  expect(Math.min(coins, ...entries.map((entry) => entry.balance_after))).toBeGreaterThanOrEqual(0)
  const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind)
  expect(ofKind('welcome').map(({ amount }) => amount)).toEqual([welcomeCoins])
  for (const { amount } of ofKind('daily_goal')) expect(amount).toBe(dailyGoalCoins)
}

const auditPack = (books: Books, packId: string, method: CashMethod): void => {
  const charges = books.entries.filter((entry) => entry.kind === 'unlock' && entry.reference === packId)
  const unlock = books.unlocks.find((row) => row.pack_id === packId)
  // Every charge has its unlock, and every unlock for coins its charge.
  const charged = unlock?.payment_method === 'balance' ? [-unlock.charged] : []
  expect(charges.map(({ amount }) => amount)).toEqual(charged)
  // A pack that was given for money was given by one order that is still paid.
  expect(grantingOrders(books, packId)).toHaveLength(unlock?.payment_method === method ? 1 : 0)
}

const auditOrder = (books: Books, order: BookedOrder): void => {
  const given = entryOf(books, 'recharge', order.id)
  const taken = entryOf(books, 'refund', order.id)
  if (given) expect(given.amount).toBe(worthInCoins(order))
  expect(coinsGivenBy(books, order)).toBe(order.status === 'refunded' ? 0 : (given?.amount ?? 0))
  if (!given) expect(taken).toBeUndefined()
  const wasPaid = order.status === 'paid' || order.status === 'refunded'
  if (!wasPaid || order.pack_id === null) expect(given !== undefined).toBe(wasPaid)
}

type Audited = {
  database: Pick<Database, 'db'>
  studentId: string
  packIds: readonly string[]
  provider: Provider
}

/** At any moment, whatever has died. */
export async function auditBooks({ database, studentId, packIds, provider }: Audited): Promise<void> {
  const books = await readBooks(database, studentId)
  auditLedger(books)
  for (const packId of packIds) auditPack(books, packId, provider.method)
  for (const order of books.orders) auditOrder(books, order)
}

const moneyByBooks = ({ status, refunded_at }: BookedOrder): MoneyOf => ({
  isPaid: status === 'paid' || status === 'refunded',
  refunds: status === 'refunded' ? 1 : 0,
  isBack: refunded_at !== null,
})

/**
 * Once all is asked and every notice sent, an order is decided: who paid at the provider has exactly one of coins,
 * a pack, or the money back; who did not, has none of them.
 */
export async function auditAtRest(audited: Audited, orderIds: readonly string[]): Promise<void> {
  await auditBooks(audited)
  const books = await readBooks(audited.database, audited.studentId)
  for (const orderId of orderIds) {
    const order = books.orders.find(({ id }) => id === orderId)
    const money = audited.provider.moneyOf(orderId) ?? (order && moneyByBooks(order))
    if (!order) {
      expect(money?.isPaid ?? false).toBe(false)
      continue
    }
    expect(order.status).not.toBe('pending')
    const isGranted = order.pack_id !== null && grantingOrders(books, order.pack_id).includes(order)
    const has = {
      coins: Number(coinsGivenBy(books, order) !== 0),
      pack: Number(isGranted),
      refund: money?.refunds ?? 0,
    }
    expect({ order, has: has.coins + has.pack + has.refund }).toMatchObject({ has: Number(money?.isPaid) })
    expect(order.status === 'refunded').toBe(has.refund === 1)
    // Back, or in somebody's hands; known as what it is.
    expect(order.refunded_at !== null).toBe(money?.isBack)
    expect(order.refund_problem !== null).toBe(has.refund === 1 && !money?.isBack)
  }
}
