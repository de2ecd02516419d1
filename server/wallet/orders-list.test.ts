import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'

let server: TestServer
let student: TestStudent
beforeAll(async () => {
  server = await startTestServer()
  student = await server.signIn()
})
afterAll(() => server.close())

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
