import { randomUUID } from 'node:crypto'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { Caller } from './caller.ts'
import { ofPack, probe, type Pack, type Probe, type ProbedWorld } from './probe.ts'

/** Probes of what a student makes: packs of their own, orders, reviews and votes. */

const newPack = ({ gradeId, subjectId }: ProbedWorld): Input<'POST /private-packs'> => ({
  packId: randomUUID(),
  title: '测试',
  gradeId,
  subjectId,
  cards: [newCard()],
})
const newCard = () => ({ id: randomUUID(), front: '正面', back: '背面' })

const newOrder = (): Input<'POST /orders'> => ({
  orderId: randomUUID(),
  productId: 'coins-100',
  paymentMethod: 'sandbox',
})
const createdOrder = async (caller: Caller): Promise<{ orderId: string }> => {
  const order = newOrder()
  await caller.call('POST /orders', order)
  return { orderId: order.orderId }
}

const review = (world: ProbedWorld) => ({ ...ofPack(world), rating: 5 as const, comment: '讲得清楚' })

/** A pack of one's own is made for the first of these, and goes away with the second. */
const privatePackProbes: Partial<Record<EndpointKey, Probe>> = {
  'POST /private-packs': {
    name: 'POST /private-packs',
    measure: async (caller, world) => {
      const pack = newPack(world)
      await caller.call('POST /private-packs', pack)
      const milliseconds = caller.times.at(-1) ?? NaN
      await caller.call('DELETE /private-packs/:packId', pack)
      return milliseconds
    },
  },
  'DELETE /private-packs/:packId': probe('DELETE /private-packs/:packId', async (caller, world) => {
    const pack = newPack(world)
    await caller.call('POST /private-packs', pack)
    return { packId: pack.packId }
  }),
  'PUT /private-packs/:packId': probe('PUT /private-packs/:packId', (_, { privatePackId }) => ({
    packId: privatePackId,
    title: `测试${randomUUID().slice(0, 8)}`,
  })),
  'PUT /private-packs/:packId/cards': probe('PUT /private-packs/:packId/cards', (_, world) => ({
    packId: world.privatePackId,
    cards: [{ ...newCard(), id: world.privatePackId, front: `正面${randomUUID().slice(0, 8)}` }],
  })),
  'DELETE /private-packs/:packId/cards/:cardId': probe(
    'DELETE /private-packs/:packId/cards/:cardId',
    async (caller, { privatePackId: packId }) => {
      const card = newCard()
      await caller.call('PUT /private-packs/:packId/cards', { packId, cards: [card] })
      return { packId, cardId: card.id }
    },
  ),
}

const orderProbes: Partial<Record<EndpointKey, Probe>> = {
  'POST /orders': probe('POST /orders', newOrder),
  'POST /orders/:orderId/close': probe('POST /orders/:orderId/close', createdOrder),
  'POST /orders/:orderId/sandbox-result': probe('POST /orders/:orderId/sandbox-result', async (caller) => ({
    ...(await createdOrder(caller)),
    result: 'failure' as const,
  })),
}

const like = 'POST /card-packs/reviews/:reviewId/like'
const unlike = 'DELETE /card-packs/reviews/:reviewId/like'
const dislike = 'POST /card-packs/reviews/:reviewId/dislike'
const undislike = 'DELETE /card-packs/reviews/:reviewId/dislike'

const after =
  (key: typeof like | typeof unlike | typeof dislike | typeof undislike) =>
  async (caller: Caller, { reviewId }: ProbedWorld) => {
    await caller.call(key, { reviewId })
    return { reviewId }
  }

const reviewProbes: Partial<Record<EndpointKey, Probe>> = {
  'POST /card-packs/:id/reviews': probe('POST /card-packs/:id/reviews', (_, world) => review(world)),
  'DELETE /card-packs/reviews/:reviewId': probe(
    'DELETE /card-packs/reviews/:reviewId',
    async (caller, world) => {
      const { id } = await caller.call('POST /card-packs/:id/reviews', review(world))
      return { reviewId: id }
    },
  ),
  [like]: probe(like, after(unlike)),
  [unlike]: probe(unlike, after(like)),
  [dislike]: probe(dislike, after(undislike)),
  [undislike]: probe(undislike, after(dislike)),
}

export const madeProbes: Partial<Record<EndpointKey, Probe>> = {
  ...privatePackProbes,
  ...orderProbes,
  ...reviewProbes,
}

/** Makes what the probes need. @param critic another student with the same pack */
export async function makeProbedWorld(caller: Caller, critic: Caller, pack: Pack): Promise<ProbedWorld> {
  const { grades } = await caller.call('GET /categories-tree', {})
  const grade = grades.find(({ subjects }) => subjects.length > 0)
  const { id: reviewId } = await critic.call('POST /card-packs/:id/reviews', { id: pack.packId, rating: 4 })
  const { orderId } = await createdOrder(caller)
  const world: ProbedWorld = {
    pack,
    reviewId,
    orderId,
    gradeId: grade?.id ?? '',
    subjectId: grade?.subjects[0]?.id ?? '',
    privatePackId: randomUUID(),
  }
  await caller.call('POST /private-packs', { ...newPack(world), packId: world.privatePackId })
  return world
}
