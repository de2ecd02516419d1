import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeFor } from '#tests/support/sms-code.ts'
import { createPrivatePack, makePrivateCard, makePrivatePack } from '#tests/support/private-packs.ts'
import { makeAnswer, makeUndo, upload } from '#tests/support/study-facts.ts'
import type { TestPack } from '#tests/support/test-pack.ts'
import { serverOfFile } from '#tests/support/server-of-file.ts'
import type { Call, TestStudent } from '#tests/support/test-server.ts'

/** One student's own requests that contradict each other, at once: whichever wins, the end is one of the allowed ones. */

let pack: TestPack
let student: TestStudent
let call: Call

const server = await serverOfFile()
beforeEach(async () => {
  pack = await server.insertPack({ priceCoins: 50 })
  student = await server.signIn()
  call = student.call
})

type Answered = { status: number; code: number; message: string }

/** @returns their codes, in the order in which they were sent */
const atOnce = async (...requests: Promise<Answered>[]): Promise<number[]> => {
  const answers = await Promise.all(requests)
  for (const { status, code, message } of answers) expect(status, `${code} ${message}`).toBeLessThan(500)
  return answers.map(({ code }) => code)
}
const all = (codes: readonly number[], ...allowed: number[]): void => {
  for (const code of codes) expect(allowed).toContain(code)
}

describe('the profile', () => {
  test('has the name of one of the requests', async () => {
    const names = ['甲', '乙', '丙', '丁']
    all(await atOnce(...names.map((name) => call('PUT /profile', { name }))), 2000)
    expect(names).toContain((await call('GET /profile')).data.name)
  })

  test('keeps what each request says of another setting', async () => {
    const studies = [
      { dailyGoal: 77 },
      { newCardsPerDay: 7 },
      { autoplay: true },
      { order: 'mixed' as const },
    ]
    all(await atOnce(...studies.map((study) => call('PUT /profile', { study }))), 2000)
    expect((await call('GET /profile')).data.study).toMatchObject(Object.assign({}, ...studies) as object)
  })

  test('has one age band, and says so to the other request', async () => {
    const codes = await atOnce(
      call('POST /account/age-band', { ageBand: 'adult' }),
      call('POST /account/age-band', { ageBand: '14to17' }),
    )
    expect(codes.toSorted()).toEqual([2000, 4096])
  })

  test('gives a phone to one of two students who prove it with one code', async () => {
    const phone = '13500000001'
    const code = await codeFor(server, phone, 'phone')
    const other = await server.signIn()
    const codes = await atOnce(
      call('PUT /account/phone', { phone, code }),
      other.call('PUT /account/phone', { phone, code }),
    )
    expect(codes.filter((one) => one === 2000)).toHaveLength(1)
    all(codes, 2000, 4222, 4094)
  })
})

describe('a pack of the library', () => {
  const { id } = { id: () => pack.packId }

  test('is a favourite or is not', async () => {
    const on = () => call('POST /card-packs/:id/favorite', { id: id() })
    const off = () => call('DELETE /card-packs/:id/favorite', { id: id() })
    all(await atOnce(on(), off(), on(), off(), on()), 2000)
    const { data } = await call('GET /card-packs/favorites')
    expect(data.items).toHaveLength(data.total)
    expect((await call('GET /card-packs/:id', { id: id() })).data.favorited).toBe(data.total === 1)
  })

  test('is paid for once, in coins or with money', async () => {
    const orderId = randomUUID()
    const buy = (input: object) => call('POST /card-packs/:id/unlock', { id: id(), ...input })
    const cash = { paymentMethod: 'sandbox', orderId } as const
    all(await atOnce(buy({}), buy(cash), buy({}), buy(cash)), 2000)
    expect((await call('GET /profile')).data.coins).toBe(150)
    const { data } = await call('GET /wallet/balance-history')
    expect(data.items.map(({ kind }) => kind).toSorted()).toEqual(['unlock', 'welcome'])
    expect((await call('GET /card-packs/unlocked')).data.total).toBe(1)
    expect((await call('GET /orders')).data.total).toBeLessThanOrEqual(1)
  })

  test('has one review of a student, which counts once', async () => {
    await server.unlock(student.studentId, id())
    const rate = (rating: number) => call('POST /card-packs/:id/reviews', { id: id(), rating })
    all(await atOnce(...[1, 2, 4, 5].map(rate)), 2000)
    const { data } = await call('GET /card-packs/:id/reviews', { id: id() })
    expect(data.histogram.reduce((sum, count) => sum + count)).toBe(1)
    expect(data.histogram[data.mine!.rating - 1]).toBe(1)
    const reviewId = data.mine!.id
    all(await atOnce(call('DELETE /card-packs/reviews/:reviewId', { reviewId }), rate(3)), 2000)
    const after = (await call('GET /card-packs/:id/reviews', { id: id() })).data
    expect(after.histogram).toEqual([0, 0, after.mine ? 1 : 0, 0, 0])
  })

  test('has a review with one vote of a student', async () => {
    await server.unlock(student.studentId, id())
    const reviewId = (await call('POST /card-packs/:id/reviews', { id: id(), rating: 4 })).data.id
    const reader = (await server.signIn()).call
    const like = () => reader('POST /card-packs/reviews/:reviewId/like', { reviewId })
    const dislike = () => reader('POST /card-packs/reviews/:reviewId/dislike', { reviewId })
    const unlike = () => reader('DELETE /card-packs/reviews/:reviewId/like', { reviewId })
    all(await atOnce(like(), dislike(), unlike(), like(), dislike()), 2000)
    const [review] = (await reader('GET /card-packs/:id/reviews', { id: id() })).data.items
    const votes = { like: [1, 0], dislike: [0, 1], none: [0, 0] }
    expect([review!.likes, review!.dislikes]).toEqual(votes[review!.myVote ?? 'none'])
    all(
      await atOnce(like(), call('DELETE /card-packs/reviews/:reviewId', { reviewId }), dislike()),
      2000,
      4040,
    )
    expect((await call('GET /card-packs/:id/reviews', { id: id() })).data.mine).toBeNull()
  })
})

describe('an order', () => {
  const place = (orderId: string, productId = 'coins-100') =>
    call('POST /orders', { orderId, productId, paymentMethod: 'sandbox' })

  test('of one id is one order, whatever it is for', async () => {
    const orderId = randomUUID()
    const products = (await call('GET /products/active')).data.products.map(({ id }) => id)
    expect(products.length).toBeGreaterThan(1)
    all(await atOnce(...products.map((productId) => place(orderId, productId))), 2000)
    const { data } = await call('GET /orders')
    expect(data.items.map(({ id }) => id)).toEqual([orderId])
  })

  test('that is paid, fails and is given up comes to one of these, and to coins only if it is paid', async () => {
    const orderId = randomUUID()
    const before = (await call('GET /profile')).data.coins
    const { coins } = (await place(orderId)).data
    const result = (outcome: 'success' | 'failure') =>
      call('POST /orders/:orderId/sandbox-result', { orderId, result: outcome })
    const close = () => call('POST /orders/:orderId/close', { orderId })
    all(
      await atOnce(result('success'), result('failure'), close(), result('success'), place(orderId)),
      2000,
      4097,
    )
    const { status } = (await call('GET /orders/:orderId', { orderId })).data
    expect(['paid', 'failed', 'closed']).toContain(status)
    expect((await call('GET /profile')).data.coins).toBe(status === 'paid' ? before + coins : before)
  })
})

describe('a private pack', () => {
  test('has the title of one of the requests, and the cards of all', async () => {
    const { packId, cardIds } = await createPrivatePack(call)
    const titles = ['甲', '乙', '丙']
    const added = titles.map((front) => makePrivateCard({ front }))
    const changed = titles.map((front) => makePrivateCard({ id: cardIds[0]!, front }))
    const codes = await atOnce(
      ...titles.map((title) => call('PUT /private-packs/:packId', { packId, title })),
      ...added.map((card) => call('PUT /private-packs/:packId/cards', { packId, cards: [card] })),
      ...changed.map((card) => call('PUT /private-packs/:packId/cards', { packId, cards: [card] })),
      call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId: cardIds[1]! }),
    )
    all(codes, 2000)
    const { data } = await call('GET /private-packs/:packId', { packId })
    expect(titles).toContain(data.title)
    expect(data.cards.map(({ id }) => id).toSorted()).toEqual(
      [cardIds[0]!, ...added.map(({ id }) => id)].toSorted(),
    )
    expect(titles).toContain(data.cards.find(({ id }) => id === cardIds[0])?.front)
    expect(data.cardCount).toBe(data.cards.length)
    expect(data.catalogue.chapters[0]?.cards.map(({ id }) => id)).toEqual(data.cards.map(({ id }) => id))
  })

  test('that is deleted in the meantime is gone', async () => {
    const { packId, cardIds } = await createPrivatePack(call)
    const codes = await atOnce(
      call('PUT /private-packs/:packId', { packId, title: '新' }),
      call('PUT /private-packs/:packId/cards', { packId, cards: [makePrivateCard()] }),
      call('DELETE /private-packs/:packId', { packId }),
      call('DELETE /private-packs/:packId/cards/:cardId', { packId, cardId: cardIds[0]! }),
      call('DELETE /private-packs/:packId', { packId }),
    )
    all(codes, 2000, 4040)
    expect((await call('GET /private-packs/:packId', { packId })).code).toBe(4040)
    expect((await call('GET /private-packs')).data.total).toBe(0)
  })

  test('of one id is one pack, with what one of the requests says', async () => {
    const packId = randomUUID()
    const packs = ['甲', '乙', '丙'].map((title) =>
      makePrivatePack({ packId, title, cards: [makePrivateCard({ front: title })] }),
    )
    all(await atOnce(...packs.map((made) => call('POST /private-packs', made))), 2000)
    const { data } = await call('GET /private-packs/:packId', { packId })
    expect(data.cards.map(({ front }) => front)).toEqual([data.title])
    expect((await call('GET /private-packs')).data.total).toBe(1)
  })
})

test('answers that come from several devices at once, with their undo, count once', async () => {
  const at = server.clock.now().toISOString()
  await server.unlock(student.studentId, pack.packId)
  const answers = pack.cardIds.map((cardId) => makeAnswer({ cardId, answeredAt: at }))
  const undos = [makeUndo(answers[0]!)]
  const send = (facts: object) => upload(call, { packId: pack.packId, sentAt: at, ...facts })
  all(
    await atOnce(
      send({ answers }),
      send({ undos }),
      send({ answers, undos }),
      send({ answers: answers.toReversed() }),
    ),
    2000,
  )
  const { data } = await call('GET /user-study/summary', {})
  expect(data.totals.answers).toBe(answers.length - 1)
  expect(data.days).toMatchObject([{ answers: answers.length - 1, newCards: answers.length - 1 }])
  const { states } = (await call('GET /user-study/states', {})).data
  expect(states.map(({ reps }) => reps)).toEqual(states.map(() => 1))
})
