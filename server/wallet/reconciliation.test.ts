import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDeps } from '#server/create-deps.ts'
import type { Deps } from '#server/deps.ts'
import type { PaymentGateway } from '#server/gateways/payment/payment-gateway.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import { insertTestStudent } from '#tests/support/test-student.ts'
import { reconcileOrders, startReconciliation } from './reconciliation.ts'

let asked: string[] = []
let askedAtOnce = 0
let mostAtOnce = 0
let answerAfterMs = 0
const gateway: PaymentGateway = {
  method: 'wechat',
  start: () => Promise.resolve({ kind: 'qr', codeUrl: 'weixin://pay' }),
  inquire: async (orderId) => {
    asked.push(orderId)
    mostAtOnce = Math.max(mostAtOnce, (askedAtOnce += 1))
    await wait(answerAfterMs)
    askedAtOnce -= 1
    return { state: 'pending' }
  },
  close: () => Promise.resolve(),
  refund: () => Promise.resolve({ state: 'done' }),
  inquireRefund: () => Promise.resolve(null),
}

const server = await serverOfFile({ payment: [gateway] })
beforeEach(async () => {
  await server.deps.database.db.deleteFrom('orders').execute()
  asked = []
  mostAtOnce = 0
  answerAfterMs = 0
})

const insertOrders = async (count: number): Promise<void> => {
  const { db } = server.deps.database
  const now = server.clock.now()
  const studentId = await insertTestStudent(db, now)
  await db
    .insertInto('orders')
    .values(
      Array.from({ length: count }, () => ({
        id: randomUUID(),
        student_id: studentId,
        product_id: 'coins-100',
        title: '100 金币',
        coins: 105,
        price_cents: 1000,
        payment_method: 'wechat' as const,
        status: 'pending' as const,
        created_at: now,
        expires_at: new Date(now.getTime() + 30 * 60_000),
        asked_at: now,
      })),
    )
    .execute()
  server.clock.advance(61_000)
}

/** Another process on the same database. */
const neighbour = (): Promise<Deps> => createDeps(server.deps, { payment: [gateway] })

describe('the reconciliation', () => {
  it('asks about all that is in doubt in one pass, a few at a time, each once', async () => {
    await insertOrders(120)
    answerAfterMs = 1
    expect(await reconcileOrders(server.deps)).toBe(120)
    expect(new Set(asked).size).toBe(120)
    expect(mostAtOnce).toBe(5)
    expect(await reconcileOrders(server.deps)).toBe(0)
  })

  it('of several processes asks about each order once', async () => {
    await insertOrders(70)
    const processes = [server.deps, await neighbour(), await neighbour()]
    const counts = await Promise.all(processes.map((deps) => reconcileOrders(deps)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(70)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
  })

  it('stops between two orders', async () => {
    await insertOrders(60)
    answerAfterMs = 20
    let tick = (): void => {}
    const { stop } = startReconciliation({
      ...server.deps,
      every: (_, work) => {
        tick = work
        return () => {}
      },
    })
    tick()
    while (asked.length === 0) await wait(1)
    await stop()
    expect(askedAtOnce).toBe(0)
    expect(asked.length).toBeLessThanOrEqual(10)
  })
})
