import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestStudent } from '#tests/support/test-server.ts'

/** Whatever is run at once, sent again or killed between two statements: no coin is lost, made or charged twice. */

let server: TestServer
/** Statements that a transaction may still run before it dies; undefined: as many as it likes. */
let statementsLeft: number | undefined

const mortal: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (statementsLeft !== undefined && (statementsLeft -= 1) < 0) throw new Error('the process died here')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server.deps
  const { transaction } = database
  database.transaction = (work) => transaction((tx) => work(tx.withPlugin(mortal)))
})
afterAll(() => server.close())

type Step =
  | { kind: 'unlock'; pack: number; method: 'balance' | 'sandbox' }
  | { kind: 'buy'; order: number }
  | { kind: 'pay'; order: number; success: boolean }
  | { kind: 'close' | 'refund' | 'look'; order: number }
type Act = Step & { times: number; diesAfter: number | undefined }

const orders = 3
const place = fc.nat({ max: orders - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('unlock' as const),
    pack: fc.nat({ max: 1 }),
    method: fc.constantFrom('balance' as const, 'sandbox' as const),
  }),
  fc.record({ kind: fc.constant('buy' as const), order: place }),
  fc.record({ kind: fc.constant('pay' as const), order: place, success: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('close' as const, 'refund' as const, 'look' as const), order: place }),
)
const act: fc.Arbitrary<Act> = fc
  .tuple(step, fc.integer({ min: 1, max: 3 }), fc.option(fc.nat({ max: 8 }), { nil: undefined }))
  .map(([one, times, diesAfter]) => ({ ...one, times, diesAfter }))

type Scene = { student: TestStudent; packIds: string[]; orderIds: string[]; packOrderIds: string[] }

const perform = async ({ student, packIds, orderIds, packOrderIds }: Scene, one: Act): Promise<unknown> => {
  if (one.kind === 'unlock') {
    return student.call('POST /card-packs/:id/unlock', {
      id: packIds[one.pack]!,
      paymentMethod: one.method,
      orderId: packOrderIds[one.pack]!,
    })
  }
  // The last place stands for the order of a pack, if there is one.
  const orderId = one.order === orders - 1 && one.kind !== 'buy' ? packOrderIds[0]! : orderIds[one.order]!
  switch (one.kind) {
    case 'buy':
      return student.call('POST /orders', { orderId, productId: 'coins-100', paymentMethod: 'sandbox' })
    case 'pay':
      return server.call('POST /orders/:orderId/sandbox-result', {
        orderId,
        result: one.success ? 'success' : 'failure',
      })
    case 'close':
      return student.call('POST /orders/:orderId/close', { orderId })
    case 'look':
      return server.call('GET /orders/:orderId', { orderId })
    case 'refund':
      return server.deps.orders.refund(orderId).catch(() => undefined)
  }
}

const audit = async ({ student, packIds }: Scene): Promise<void> => {
  const { db } = server.deps.database
  const own = <T extends 'ledger_entries' | 'orders' | 'unlocks'>(table: T) =>
    db
      .selectFrom(table as 'ledger_entries')
      .selectAll()
      .where('student_id', '=', student.studentId)
      .execute()
  const entries = await own('ledger_entries')
  const bought = await db
    .selectFrom('orders')
    .selectAll()
    .where('student_id', '=', student.studentId)
    .execute()
  const unlocks = await db
    .selectFrom('unlocks')
    .selectAll()
    .where('student_id', '=', student.studentId)
    .execute()
  const { coins } = await db
    .selectFrom('wallets')
    .select('coins')
    .where('student_id', '=', student.studentId)
    .executeTakeFirstOrThrow()

  expect(coins).toBe(entries.reduce((sum, { amount }) => sum + amount, 0))
  expect(coins).toBeGreaterThanOrEqual(0)
  for (const packId of packIds) {
    const charges = entries.filter((entry) => entry.kind === 'unlock' && entry.reference === packId)
    const unlock = unlocks.find((row) => row.pack_id === packId)
    expect(charges.length).toBeLessThanOrEqual(1)
    if (unlock?.payment_method === 'balance') expect(charges).toHaveLength(1)
    const paid = bought.filter((order) => order.pack_id === packId && order.status === 'paid')
    // Money for a pack gave the pack, or came back in coins.
    for (const order of paid) {
      const credits = entries.filter((entry) => entry.kind === 'recharge' && entry.reference === order.id)
      expect(Number(unlock?.payment_method === 'sandbox') + credits.length).toBe(1)
    }
  }
  for (const order of bought.filter((one) => one.pack_id === null)) {
    const credits = entries.filter((entry) => entry.kind === 'recharge' && entry.reference === order.id)
    const refunds = entries.filter((entry) => entry.kind === 'refund' && entry.reference === order.id)
    const isCredited = order.status === 'paid' || order.status === 'refunded'
    expect([credits.length, refunds.length]).toEqual([
      Number(isCredited),
      Number(order.status === 'refunded'),
    ])
  }
}

test('the sum of the ledger is the balance, packs are charged once and orders credited once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      const scene: Scene = {
        student: await server.signIn(),
        packIds: [
          (await server.insertPack({ priceCoins: 120 })).packId,
          (await server.insertPack({ priceCoins: 90 })).packId,
        ],
        orderIds: Array.from({ length: orders }, () => randomUUID()),
        packOrderIds: [randomUUID(), randomUUID()],
      }
      for (const one of acts) {
        server.clock.advance(1500)
        statementsLeft = one.diesAfter
        await Promise.all(Array.from({ length: one.times }, () => perform(scene, one)))
        statementsLeft = undefined
        await audit(scene)
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
