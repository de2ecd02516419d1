import { randomUUID } from 'node:crypto'
import type { EndpointKey, Input } from '#contract/api.ts'
import type { TestServer, TestStudent } from '#tests/support/test-server.ts'

/** One sensible input for every call of the contract; a call without one is a type error. */
export type ExampleInputs = { [K in EndpointKey]: Input<K> }

/** What the examples point to: a student with something of everything. */
export type World = {
  student: TestStudent
  packId: string
  cardId: string
  reviewId: string
  orderId: string
  privatePackId: string
  privateCardId: string
  /** Stands in everything that only this student may read. */
  secret: string
}

const browserKey = 'k'.repeat(43)

export const makeWorld = async (server: TestServer): Promise<World> => {
  const student = await server.signIn()
  const critic = await server.signIn()
  const secret = `秘密${randomUUID().slice(0, 8)}`
  const pack = await server.insertPack({ cardCount: 3, previewCount: 1 })
  const [cardId = ''] = pack.cardIds
  for (const { studentId } of [student, critic]) await server.unlock(studentId, pack.packId)
  const review = await critic.call('POST /card-packs/:id/reviews', { id: pack.packId, rating: 4 })
  const world = {
    student,
    packId: pack.packId,
    cardId,
    reviewId: review.data.id,
    orderId: randomUUID(),
    privatePackId: randomUUID(),
    privateCardId: randomUUID(),
    secret,
  }
  const examples = exampleInputs(world)
  await student.call('PUT /profile', { name: secret })
  await student.call('POST /orders', examples['POST /orders'])
  await student.call('POST /private-packs', examples['POST /private-packs'])
  return world
}

export const exampleInputs = (world: Omit<World, 'student'>): ExampleInputs => {
  const { packId, cardId, reviewId, orderId, privatePackId, privateCardId, secret } = world
  const card = { id: privateCardId, front: `${secret}正面`, back: `${secret}背面` }
  return {
    'POST /auth/send-code': { phone: '13700000001' },
    'POST /auth/login': { phone: '13700000001', code: '000000', agreed: true },
    'POST /auth/logout': {},
    'POST /auth/upload-ticket': {},
    'GET /auth/methods': {},
    'POST /auth/wechat-qr-code': { browserKey },
    'GET /auth/wechat-login-status': { sessionId: randomUUID() },
    'POST /auth/wechat-authorize': { browserKey, purpose: 'login', returnTo: '/login' },
    'POST /auth/wechat-login': { browserKey, code: 'code', state: 'state', agreed: true },
    'POST /auth/wechat-openid': { browserKey, code: 'code', state: 'state' },
    'GET /default-avatars': {},
    'GET /profile': {},
    'PUT /profile': { name: secret },
    'GET /account/security': {},
    'PUT /account/phone': { phone: '13700000002', code: '000000' },
    'POST /account/wechat': { browserKey, code: 'code', state: 'state' },
    'DELETE /account/wechat': {},
    'GET /account/devices': {},
    'DELETE /account/devices/:deviceId': { deviceId: randomUUID() },
    'DELETE /account/devices': {},
    'POST /account/age-band': { ageBand: 'adult' },
    'POST /account/guardian-consent': { phone: '13700000003', code: '000000', agreed: true },
    'POST /account/deletion': {},
    'DELETE /account/deletion': {},
    'GET /account/export': { section: 'account' },
    'GET /categories-tree': {},
    'GET /discovery': {},
    'GET /discovery/grade/:gradeId': { gradeId: 'g7' },
    'GET /discovery/card-pack/:id/item': { id: packId },
    'GET /discovery/search/card-packs': { keyword: '测试' },
    'GET /discovery/cards': { cardName: '卡片', gradeId: 'g7' },
    'GET /exploration/card-faces': { seed: 7 },
    'GET /card-packs/unlocked': { sortField: 'due', sortOrder: 'asc', utcOffsetMinutes: 480 },
    'GET /card-packs/favorites': {},
    'GET /card-packs/:id': { id: packId },
    'GET /card-packs/:id/card-catalogue': { id: packId },
    'POST /card-packs/:id/card-details': { id: packId, cardIds: [cardId] },
    'POST /card-packs/:id/unlock': { id: packId },
    'POST /card-packs/:id/favorite': { id: packId },
    'DELETE /card-packs/:id/favorite': { id: packId },
    'GET /card-packs/teacher/:teacherId/card-packs': { teacherId: 'math-desk' },
    'GET /card-packs/:id/reviews': { id: packId },
    'POST /card-packs/:id/reviews': { id: packId, rating: 5, comment: '讲得清楚' },
    'DELETE /card-packs/reviews/:reviewId': { reviewId },
    'POST /card-packs/reviews/:reviewId/like': { reviewId },
    'DELETE /card-packs/reviews/:reviewId/like': { reviewId },
    'POST /card-packs/reviews/:reviewId/dislike': { reviewId },
    'DELETE /card-packs/reviews/:reviewId/dislike': { reviewId },
    'POST /card-packs/:id/cards/:cardId/report': {
      id: packId,
      cardId,
      reportId: randomUUID(),
      problem: 'typo',
      comment: '错字',
    },
    'GET /wallet/balance-history': { direction: 'income', from: '2026-11-01', to: '2026-11-30' },
    'GET /products/active': {},
    'GET /payment/methods': {},
    'POST /orders': { orderId, productId: 'coins-100', paymentMethod: 'sandbox' },
    'GET /orders': {},
    'GET /orders/:orderId': { orderId },
    'POST /orders/:orderId/close': { orderId },
    'POST /orders/:orderId/sandbox-result': { orderId, result: 'failure' },
    'POST /user-study/record/:packId/:sessionId': {
      packId,
      sessionId: randomUUID(),
      deviceId: randomUUID(),
      sentAt: '2026-11-20T08:00:00.000Z',
      answers: [],
      undos: [],
    },
    'GET /user-study/states': {},
    'GET /user-study/summary': {},
    'GET /user-study/plan': { utcOffsetMinutes: 480 },
    'GET /user-study/statistics': { utcOffsetMinutes: 480 },
    'GET /themes/available': {},
    'GET /themes/current': {},
    'POST /themes/select/:id': { id: 'paper' },
    'GET /private-packs': {},
    'POST /private-packs': {
      packId: privatePackId,
      title: secret,
      gradeId: 'g7',
      subjectId: 'math',
      cards: [card],
    },
    'GET /private-packs/:packId': { packId: privatePackId },
    'PUT /private-packs/:packId': { packId: privatePackId, title: secret },
    'DELETE /private-packs/:packId': { packId: privatePackId },
    'PUT /private-packs/:packId/cards': { packId: privatePackId, cards: [card] },
    'DELETE /private-packs/:packId/cards/:cardId': { packId: privatePackId, cardId: privateCardId },
  }
}
