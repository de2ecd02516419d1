import { randomUUID } from 'node:crypto'
import { endpoints, type EndpointKey, type Input, type Reply } from '#contract/api.ts'
import { exampleInputs, imaginaryThings, type ExampleInputs } from '#tests/api/example-inputs.ts'
import type { Caller } from './caller.ts'
import { answerOf } from './classroom.ts'

/** What the benchmark of long histories asks: every call that one signed-in student can make again and again. */

export type Pack = { packId: string; cardIds: string[] }

/** The last cards of the pack, whose history is as short in the large database as in the small one. */
const shortHistories = 8
export const longHistoryOf = ({ packId, cardIds }: Pack): Pack => ({
  packId,
  cardIds: cardIds.slice(0, -shortHistories),
})
const shortHistoryOf = ({ packId, cardIds }: Pack): Pack => ({
  packId,
  cardIds: cardIds.slice(-shortHistories),
})

/** What a student and the database around them have; the same in all databases that are compared. */
export type ProbedWorld = {
  pack: Pack
  /** Of another student. */
  reviewId: string
  gradeId: string
  subjectId: string
  orderId: string
  privatePackId: string
}

export type Probe = {
  name: string
  /** Why it has no budget, where it has none. */
  withoutBudget?: string
  /**
   * Calls what has to be before, which is not measured, and then the call itself.
   * @returns the milliseconds of the call
   */
  measure: (caller: Caller, world: ProbedWorld) => Promise<number>
}

/** Calls that are not probed, and why. */
export const notProbed: Partial<Record<EndpointKey, string>> = {
  'POST /auth/send-code': '每个手机号一分钟只发一次验证码',
  'POST /auth/login': '验证码只能用一次',
  'POST /auth/logout': '结束测试用的会话',
  'GET /auth/wechat-login-status': '二维码是另一块屏幕的，这里只会回答 404',
  'POST /auth/wechat-qr-code': '每个地址有次数限制',
  'POST /auth/wechat-authorize': '每个地址有次数限制',
  'POST /auth/wechat-login': '微信的授权只能用一次',
  'POST /auth/wechat-openid': '微信的授权只能用一次',
  'POST /account/wechat': '微信的授权只能用一次',
  'DELETE /account/wechat': '要先用一次性的授权绑定',
  'PUT /account/phone': '验证码只能用一次',
  'POST /account/age-band': '只能声明一次',
  'POST /account/guardian-consent': '验证码只能用一次',
  'DELETE /account/devices/:deviceId': '要另一台设备先用验证码登录',
  'POST /account/deletion': '账号从此等待删除',
  'DELETE /account/deletion': '账号没有等待删除',
  'POST /card-packs/:id/unlock': '每个卡包只能解锁一次',
  'POST /card-packs/:id/cards/:cardId/report': '每天有次数限制',
}

type Arranged<Key extends EndpointKey> = (
  caller: Caller,
  world: ProbedWorld,
) => Input<Key> | Promise<Input<Key>>

const probe = <Key extends EndpointKey>(
  key: Key,
  arrange: Arranged<Key>,
  { name = key, check }: { name?: string; check?: (reply: Reply<Key>) => boolean } = {},
): Probe => ({
  name,
  measure: async (caller, world) => {
    const input = await arrange(caller, world)
    const reply = await caller.call(key, input)
    if (check?.(reply) === false)
      throw new Error(`${name} did nothing: ${JSON.stringify(reply).slice(0, 200)}`)
    return caller.times.at(-1) ?? NaN
  },
})

const record = 'POST /user-study/record/:packId/:sessionId'
let answered = 0

/** Of other cards each time, so that no card's history grows much. */
const newAnswers = ({ packId, cardIds }: Pack, count: number): Input<typeof record> => {
  const now = new Date()
  const nextCard = (): string => cardIds[(answered += 1) % cardIds.length] ?? ''
  return {
    packId,
    sessionId: randomUUID(),
    deviceId: randomUUID(),
    sentAt: now.toISOString(),
    answers: Array.from({ length: count }, () => answerOf(nextCard(), now)),
    undos: [],
  }
}

/** Takes back the last answer of a card, which leaves its history as it was. */
const undoOfNew =
  (packOf: (pack: Pack) => Pack) =>
  async (caller: Caller, { pack }: ProbedWorld): Promise<Input<typeof record>> => {
    const uploaded = newAnswers(packOf(pack), 1)
    await caller.call(record, uploaded)
    const undos = uploaded.answers.map(({ id, cardId }) => ({
      id: randomUUID(),
      answerId: id,
      cardId,
      undoneAt: uploaded.sentAt,
    }))
    return { ...uploaded, answers: [], undos }
  }

const isStored = ({ results }: Reply<typeof record>): boolean =>
  results.every(({ status }) => status === 'stored')

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

const ofPack = ({ pack }: ProbedWorld) => ({ id: pack.packId })
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

/** Those that change something, and `POST` that only reads. */
export const writeProbes: Partial<Record<EndpointKey, Probe>> = {
  ...privatePackProbes,
  ...orderProbes,
  ...reviewProbes,
  [record]: probe(record, (_, { pack }) => newAnswers(longHistoryOf(pack), 5), { check: isStored }),
  'POST /card-packs/:id/card-details': probe('POST /card-packs/:id/card-details', (_, { pack }) => ({
    id: pack.packId,
    cardIds: pack.cardIds.slice(0, 50),
  })),
  'POST /card-packs/:id/favorite': probe('POST /card-packs/:id/favorite', async (caller, world) => {
    await caller.call('DELETE /card-packs/:id/favorite', ofPack(world))
    return ofPack(world)
  }),
  'DELETE /card-packs/:id/favorite': probe('DELETE /card-packs/:id/favorite', async (caller, world) => {
    await caller.call('POST /card-packs/:id/favorite', ofPack(world))
    return ofPack(world)
  }),
  'PUT /profile': probe('PUT /profile', () => ({ name: `同学${randomUUID().slice(0, 8)}` })),
  'POST /themes/select/:id': probe('POST /themes/select/:id', () => ({ id: 'paper' })),
  'POST /auth/upload-ticket': probe('POST /auth/upload-ticket', () => ({})),
  'DELETE /account/devices': probe('DELETE /account/devices', () => ({})),
}

/** Of calls that are probed already. */
const moreProbes: readonly Probe[] = [
  probe(record, undoOfNew(shortHistoryOf), { name: `${record}（撤销一次回答）`, check: isStored }),
  {
    ...probe(record, undoOfNew(longHistoryOf), {
      name: `${record}（撤销一次回答，这张卡自己也多答了一百多次）`,
      check: isStored,
    }),
    withoutBudget: '随这张卡自己的历史变长，与数据库里有多少回答无关',
  },
]

export const keysOfGets = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => key.startsWith('GET ') && notProbed[key] === undefined,
)

const getProbes = (world: ProbedWorld): Probe[] => {
  const examples: ExampleInputs = exampleInputs({
    ...imaginaryThings(),
    packId: world.pack.packId,
    cardId: world.pack.cardIds[0] ?? '',
    reviewId: world.reviewId,
    pendingOrderId: world.orderId,
    privatePackId: world.privatePackId,
  })
  const own: Partial<Record<EndpointKey, object>> = {
    'GET /discovery/grade/:gradeId': { gradeId: world.gradeId },
    'GET /card-packs/teacher/:teacherId/card-packs': { teacherId: 'zhika-dili' },
  }
  return keysOfGets.map((key) => probe(key, () => own[key] ?? examples[key]))
}

export const probesOf = (world: ProbedWorld): Probe[] => [
  ...getProbes(world),
  ...Object.values(writeProbes),
  ...moreProbes,
]

/** Makes what the probes need. @param critic another student with the same pack */
export const makeProbedWorld = async (caller: Caller, critic: Caller, pack: Pack): Promise<ProbedWorld> => {
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
