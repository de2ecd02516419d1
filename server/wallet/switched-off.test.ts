import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openOrdersAtMost } from '#contract/coin-rules.ts'
import { createDeps } from '#server/create-deps.ts'
import { createLogger } from '#server/http/request-log.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { closeOrder, orderNow } from './orders.service.ts'
import { reconcileOrders } from './reconciliation.ts'
import { refundOrder } from './refunds.service.ts'

/** Orders of a payment method that was on when they began, and is off since the server was started again. */

const lines: string[] = []
const log = createLogger({ logLevel: 'warn' }, { write: (line) => lines.push(line) })
const server = await serverOfFile({ log })
const later = await createDeps(server.deps, { payment: [] })
let student: TestStudent

beforeEach(async () => {
  await server.deps.database.db.deleteFrom('orders').execute()
  student = await server.signIn()
  lines.length = 0
})

const buy = async (): Promise<string> => {
  const order = { orderId: randomUUID(), productId: 'coins-100', paymentMethod: 'sandbox' as const }
  expect((await student.call('POST /orders', order)).status).toBe(200)
  return order.orderId
}
const buyAndPay = async (): Promise<string> => {
  const orderId = await buy()
  await server.call('POST /orders/:orderId/sandbox-result', { orderId, result: 'success' })
  return orderId
}
const coins = async () => (await student.call('GET /profile')).data.coins
const statusOf = async (orderId: string) => (await orderNow(later, orderId)).status

test('a refund is refused before anything is taken back', async () => {
  const orderId = await buyAndPay()
  await expect(refundOrder(later, orderId)).rejects.toMatchObject({ reason: 'payment_method_unavailable' })
  expect(await statusOf(orderId)).toBe('paid')
  expect(await coins()).toBe(305)
})

test('a refund that was begun is not said to be repeated, and one that is done is said to be done', async () => {
  const orderId = await buyAndPay()
  await refundOrder(server.deps, orderId)
  expect(await refundOrder(later, orderId)).toMatchObject({ isAnswered: true })
  const { db } = server.deps.database
  await db.updateTable('orders').set({ refunded_at: null }).where('id', '=', orderId).execute()
  await expect(refundOrder(later, orderId)).rejects.toMatchObject({ reason: 'payment_method_unavailable' })
})

test('orders that wait are closed when they are over, and do not count as open any more', async () => {
  const waiting: string[] = []
  for (let open = 0; open < openOrdersAtMost; open += 1) waiting.push(await buy())
  server.clock.advance(2 * 60_000)
  await reconcileOrders(later)
  expect(await statusOf(waiting[0]!)).toBe('pending')
  expect(lines).toEqual([])
  server.clock.advance(30 * 60_000)
  expect(await reconcileOrders(later)).toBe(openOrdersAtMost)
  for (const orderId of waiting) expect(await statusOf(orderId)).toBe('closed')
  expect(lines.join('')).toContain('closed unasked')
  expect(await reconcileOrders(later)).toBe(0)
  await buy()
})

test('an order that waits cannot be given up where no provider can be asked, until it is over', async () => {
  const orderId = await buy()
  const { studentId } = student
  await expect(closeOrder(later, orderId, studentId)).rejects.toMatchObject({
    reason: 'payment_method_unavailable',
  })
  server.clock.advance(31 * 60_000)
  expect(await statusOf(orderId)).toBe('closed')
  expect((await closeOrder(later, orderId, studentId)).status).toBe('closed')
})
