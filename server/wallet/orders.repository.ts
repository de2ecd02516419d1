import { sql, type Kysely, type Selectable } from 'kysely'
import type {
  CashMethod,
  Order,
  OrderRefund,
  OrderWithPayment,
  PayAction,
  PaymentScene,
} from '#contract/orders.ts'
import type { Page } from '#server/sql/paging.ts'
import type { Schema } from '#server/db/schema.ts'
import type { OrderRow } from '#server/db/schema/wallet.ts'

export type StoredOrder = Selectable<OrderRow>
type Db = Kysely<Schema>

const orderColumns = [
  'id',
  'student_id',
  'product_id',
  'pack_id',
  'title',
  'coins',
  'price_cents',
  'payment_method',
  'scene',
  'pay',
  'status',
  'created_at',
  'expires_at',
  'paid_at',
  'reference',
  'asked_at',
  'refunded_at',
  'refund_started_at',
  'refund_problem',
] as const

export type NewOrder = {
  id: string
  studentId: string
  productId: string | null
  packId: string | null
  title: string
  coins: number
  priceCents: number
  paymentMethod: CashMethod
  scene: PaymentScene
  now: Date
  expiresAt: Date
}

/** @returns false when there is an order of this id already, of this student or another */
export async function insertOrder(db: Db, order: NewOrder): Promise<boolean> {
  const row = await db
    .insertInto('orders')
    .values({
      id: order.id,
      student_id: order.studentId,
      product_id: order.productId,
      pack_id: order.packId,
      title: order.title,
      coins: order.coins,
      price_cents: order.priceCents,
      payment_method: order.paymentMethod,
      scene: order.scene,
      pay: null,
      status: 'pending',
      created_at: order.now,
      expires_at: order.expiresAt,
      paid_at: null,
      reference: null,
      asked_at: order.now,
      refunded_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function findOrder(db: Db, orderId: string): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', orderId).executeTakeFirst()
}

/** Who pays inside WeChat in this session; null outside of it. */
export async function readSessionOpenid(
  db: Db,
  { studentId, sessionId }: { studentId: string; sessionId: string | null },
): Promise<string | null> {
  if (sessionId === null) return null
  const session = await db
    .selectFrom('sessions')
    .select('wechat_openid')
    .where('id', '=', sessionId)
    .where('student_id', '=', studentId)
    .executeTakeFirst()
  return session?.wechat_openid ?? null
}

/** Holds the order, so that of two that settle it one goes first. */
export function lockOrder(db: Db, orderId: string): Promise<StoredOrder | undefined> {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', orderId).forUpdate().executeTakeFirst()
}

export async function storePayAction(db: Db, orderId: string, pay: PayAction): Promise<void> {
  await db
    .updateTable('orders')
    .set({ pay: JSON.stringify(pay) })
    .where('id', '=', orderId)
    .execute()
}

type Change = Partial<
  Pick<
    StoredOrder,
    'status' | 'paid_at' | 'reference' | 'asked_at' | 'refund_started_at' | 'refunded_at' | 'refund_problem'
  >
>

export async function changeOrder(db: Db, orderId: string, change: Change): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', orderId).execute()
}

/** Of several that ask at once, one with an older answer does not take back that the money is there. */
export async function storeRefund(
  db: Db,
  orderId: string,
  refund: Pick<StoredOrder, 'refunded_at' | 'refund_problem'>,
): Promise<void> {
  await db
    .updateTable('orders')
    .set(refund)
    .where('id', '=', orderId)
    .where('refunded_at', 'is', null)
    .execute()
}

export async function listOrders(db: Db, studentId: string, page: Page) {
  const own = db.selectFrom('orders').where('student_id', '=', studentId).where('created_at', '<=', page.asOf)
  const rows = await own
    .select(orderColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await own.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/**
 * Takes the turn to ask the provider about one order.
 * @returns false when another process asked since `notAskedSince`, or nothing is in doubt
 */
export async function takeTurnToAsk(
  db: Db,
  orderId: string,
  { now, notAskedSince }: { now: Date; notAskedSince: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('orders')
    .set({ asked_at: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('asked_at', '<', notAskedSince)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The student's other orders that wait for their payment: how many, and until when the first of them. */
export function findOtherOpenOrders(db: Db, { orderId, studentId }: { orderId: string; studentId: string }) {
  return db
    .selectFrom('orders')
    .select([sql<number>`count(*)::integer`.as('count'), sql<Date | null>`min(expires_at)`.as('firstExpiry')])
    .where('student_id', '=', studentId)
    .where('status', '=', 'pending')
    .where('id', '<>', orderId)
    .executeTakeFirstOrThrow()
}

/**
 * From one question about a refund to the next as long as the refund took until then: a minute at first, six hours at
 * last. Refunds of older versions do not know when they began: every minute.
 */
const refundIsDue = (now: Date) =>
  sql<boolean>`asked_at <= ${now}::timestamptz
    - least(asked_at - coalesce(refund_started_at, asked_at), interval '6 hours')`

/** Takes the turn to ask about orders in doubt; those that another process holds are its own. */
export async function takeOrdersInDoubt(
  db: Db,
  { now, notAskedSince, limit }: { now: Date; notAskedSince: Date; limit: number },
): Promise<StoredOrder[]> {
  return db
    .updateTable('orders')
    .set({ asked_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('orders')
        .select('id')
        .where('asked_at', '<', notAskedSince)
        .where((row) =>
          row.or([
            row('status', '=', 'pending'),
            row.and([
              row('status', '=', 'refunded'),
              row('refunded_at', 'is', null),
              row('refund_problem', 'is', null),
              refundIsDue(now),
            ]),
          ]),
        )
        .orderBy('asked_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(orderColumns)
    .execute()
}

const refundOf = (row: StoredOrder): OrderRefund => {
  if (row.refund_problem !== null) return 'problem'
  if (row.refunded_at !== null) return 'done'
  return row.status === 'refunded' ? 'processing' : null
}

export function toOrder(row: StoredOrder): Order {
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    coins: row.coins,
    packId: row.pack_id,
    priceCents: row.price_cents,
    paymentMethod: row.payment_method,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    refund: refundOf(row),
  }
}

export function toOrderWithPayment(row: StoredOrder): OrderWithPayment {
  return {
    ...toOrder(row),
    pay: row.status === 'pending' ? row.pay : null,
  }
}
