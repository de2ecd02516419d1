import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { RequestFault } from '#server/gateways/payment/simulator/wechat-pay-simulator.ts'
import { auditAtRest, auditBooks } from '#tests/support/money-audit.ts'
import {
  openSandboxWorld,
  openWechatWorld,
  type MoneyWorld,
  type Provider,
  type RefundEnd,
} from '#tests/support/money-world.ts'
import { makeAnswer, upload } from '#tests/support/study-facts.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import type { TestStudent } from '#tests/support/test-server.ts'
import { reconcileOrders } from './reconciliation.ts'
import { refundOrder } from './refunds.service.ts'

/**
 * Whatever is run at once, sent again, reported late or lost, and wherever a process dies, between two statements or
 * around a question to the provider: no coin is lost, made or charged twice, and who paid has what was paid for, or the money.
 */

/** Histories a provider; more of them for a longer search. */
const numRuns = Number(process.env['WALLET_RUNS'] ?? 20)

/** Two orders of coins, then two of each pack. */
const places = 6
const packOf = (place: number): number => Math.floor((place - 2) / 2)

type Step =
  | { kind: 'order' | 'close' | 'look' | 'refund'; place: number }
  | { kind: 'unlock'; pack: number }
  | { kind: 'pay'; place: number; how: Parameters<Provider['pay']>[1] }
  | { kind: 'tell'; place: number; how: Parameters<Provider['tell']>[1] }
  | { kind: 'finishRefund'; place: number; end: RefundEnd; isTold: boolean }
  | { kind: 'disturb'; fault: RequestFault }
  | { kind: 'wait'; seconds: number }
  | { kind: 'reconcile' | 'study' }
/** Steps that are done at the same time, each so many times. */
type Act = { steps: Step[]; times: number; diesAfter: number | undefined }

const place = fc.nat({ max: places - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('order', 'close', 'look', 'refund', 'refund'), place }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unlock'), pack: fc.nat({ max: 1 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pay'),
      place,
      how: fc.constantFrom('success', 'success', 'success', 'refused', 'hesitates'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('tell'), place, how: fc.constantFrom('again', 'anew') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('finishRefund'),
      place,
      end: fc.constantFrom('SUCCESS', 'ABNORMAL'),
      isTold: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('disturb'),
      fault: fc.constantFrom<RequestFault>('reply-lost', 'not-found-page', {
        status: 500,
        code: 'SYSTEM_ERROR',
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait'), seconds: fc.constantFrom(4, 61, 31 * 60) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reconcile', 'study') }) },
)
const act: fc.Arbitrary<Act> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  times: fc.integer({ min: 1, max: 2 }),
  diesAfter: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
})
/** How far an order has come when a history begins; else most of it would be about nothing. */
const stages = ['unknown', 'begun', 'refused', 'paid', 'credited', 'refunding'] as const
type Stage = (typeof stages)[number]
const history = fc.record({
  begins: fc.array(fc.constantFrom(...stages), { minLength: places, maxLength: places }),
  acts: fc.array(act, { minLength: 4, maxLength: 10 }),
})

type Scene = { world: MoneyWorld; student: TestStudent; packs: TestPack[]; orderIds: string[] }

const openScene = async (world: MoneyWorld): Promise<Scene> => {
  const student = await world.server.signIn()
  await student.call('PUT /profile', { study: { dailyGoal: 5 } })
  const packs = [
    await world.server.insertPack({ priceCoins: 120, cardCount: 5, previewCount: 5 }),
    await world.server.insertPack({ priceCoins: 90 }),
  ]
  return { world, student, packs, orderIds: Array.from({ length: places }, () => randomUUID()) }
}

const order = ({ world, student, packs, orderIds }: Scene, at: number) => {
  const [orderId, paymentMethod] = [orderIds[at]!, world.provider.method]
  return at < 2
    ? student.call('POST /orders', { orderId, productId: 'coins-100', paymentMethod })
    : student.call('POST /card-packs/:id/unlock', { id: packs[packOf(at)]!.packId, paymentMethod, orderId })
}

const study = ({ world: { server }, student, packs: [pack] }: Scene) => {
  const sentAt = server.clock.now()
  const answers = pack!.cardIds.map((cardId) => makeAnswer({ cardId, answeredAt: sentAt.toISOString() }))
  return upload(student.call, { packId: pack!.packId, sentAt, answers })
}

const perform = async (scene: Scene, one: Step): Promise<unknown> => {
  const { student, packs, orderIds } = scene
  const { server, provider, processes } = scene.world
  const orderId = 'place' in one ? orderIds[one.place]! : ''
  switch (one.kind) {
    case 'order':
      return order(scene, one.place)
    case 'unlock':
      return student.call('POST /card-packs/:id/unlock', { id: packs[one.pack]!.packId })
    case 'close':
      return student.call('POST /orders/:orderId/close', { orderId })
    case 'look':
      return server.call('GET /orders/:orderId', { orderId })
    case 'refund':
      // As the operator's command does: beside the server that students speak to.
      return refundOrder(processes[1], orderId)
    case 'pay':
      return provider.pay(orderId, one.how)
    case 'tell':
      return provider.tell(orderId, one.how)
    case 'finishRefund':
      return provider.finishRefund(orderId, one.end, one.isTold)
    case 'disturb':
      return provider.disturb(one.fault)
    case 'wait':
      return server.clock.advance(one.seconds * 1000)
    case 'reconcile':
      return Promise.allSettled(processes.map((deps) => reconcileOrders(deps)))
    case 'study':
      return study(scene)
  }
}

/** Brings an order that was begun to its stage. */
const bring = async (scene: Scene, at: number, stage: Stage): Promise<void> => {
  const { provider } = scene.world
  const does = async (steps: Step[]): Promise<void> => {
    for (const one of steps) await perform(scene, one)
  }
  const asks: Step[] = [
    { kind: 'wait', seconds: 4 },
    { kind: 'look', place: at },
  ]
  if (stage === 'unknown' || stage === 'begun') return
  if (stage === 'refused') return does([{ kind: 'pay', place: at, how: 'refused' }, ...asks])
  await provider.pay(scene.orderIds[at]!, 'success')
  if (stage === 'paid') return
  await does(asks)
  if (stage === 'refunding') await does([{ kind: 'refund', place: at }])
}

/** All that is lost or unheard is asked for or sent again, as often as it takes. */
const comeToRest = async ({ world, orderIds }: Scene): Promise<void> => {
  const { server, provider, processes } = world
  let asked = 1
  for (let round = 0; round < 8 && asked > 0; round += 1) {
    await provider.settleDown(orderIds)
    server.clock.advance(7 * 3_600_000)
    const counts = await Promise.all(processes.map((deps) => reconcileOrders(deps)))
    asked = counts.reduce((sum, count) => sum + count)
  }
}

describe.each([
  ['the sandbox', openSandboxWorld],
  ['WeChat Pay', openWechatWorld],
])('with %s', (_, openWorld) => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.close())

  test('the ledger adds up, packs are charged once, and who paid has one of goods and money', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ begins, acts }) => {
        const { mortality, server, provider } = world
        const scene = await openScene(world)
        const { studentId } = scene.student
        const audited = {
          database: server.deps.database,
          studentId,
          packIds: scene.packs.map(({ packId }) => packId),
          provider,
        }
        // All are begun before the first is paid: a pack that is there cannot be ordered.
        for (const [at, stage] of begins.entries()) if (stage !== 'unknown') await order(scene, at)
        for (const [at, stage] of begins.entries()) await bring(scene, at, stage)
        for (const { steps, times, diesAfter } of acts) {
          mortality.dieAfter(diesAfter)
          const all = Array.from({ length: times }, () => steps).flat()
          await Promise.allSettled(all.map((one) => perform(scene, one)))
          mortality.dieAfter(undefined)
          await auditBooks(audited)
        }
        await comeToRest(scene)
        await auditAtRest(audited, scene.orderIds)
      }),
      { numRuns },
    )
  }, 120_000)
})
