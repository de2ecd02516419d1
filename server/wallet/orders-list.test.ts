import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { serverOfFile } from '#tests/support/server-of-file.ts'

const server = await serverOfFile()
const student = await server.signIn()

const order = async (): Promise<string> => {
  server.clock.advance(1000)
  const orderId = randomUUID()
  await student.call('POST /orders', { orderId, productId: 'coins-100', paymentMethod: 'sandbox' })
  return orderId
}
const list = async (page: { page?: number; asOf?: string } = {}) =>
  (await student.call('GET /orders', { limit: 2, ...page })).data

it('lists one’s own orders, newest first, and its pages stand still while another is made', async () => {
  const placed = [await order(), await order(), await order()]
  const first = await list()
  const newest = await order()
  const second = await list({ page: 2, asOf: first.asOf })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(placed.toReversed())
  expect(second).toMatchObject({ total: 3, hasMore: false, asOf: first.asOf })
  expect(await list()).toMatchObject({ total: 4, items: [{ id: newest }, { id: placed[2] }] })
})
