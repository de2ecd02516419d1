import { randomUUID } from 'node:crypto'
import { defaultStudyConfig } from '#contract/account.ts'
import type { EndpointKey, Input } from '#contract/api.ts'
import { makeAnswer, makeUndo } from '#tests/support/study-facts.ts'

/** One sensible input for every call of the contract; a call without one is a type error. */
export type ExampleInputs = { [K in EndpointKey]: Input<K> }

/** What calls can point to. */
export type Things = {
  /** Unlocked, with a review of the student's own and one of somebody else's. */
  packId: string
  cardId: string
  lockedPackId: string
  ownReviewId: string
  reviewId: string
  pendingOrderId: string
  paidOrderId: string
  privatePackId: string
  privateCardId: string
  otherDeviceId: string
  reportId: string
  studySessionId: string
  installationId: string
  answerId: string
  undoId: string
  /** Of a QR code that waits on the student's screen. */
  qrSessionId: string
  /** Stands in the texts of the student. */
  secret: string
}

/** Ids that lead nowhere. */
export function imaginaryThings(): Things {
  return {
    packId: randomUUID(),
    cardId: randomUUID(),
    lockedPackId: randomUUID(),
    ownReviewId: randomUUID(),
    reviewId: randomUUID(),
    pendingOrderId: randomUUID(),
    paidOrderId: randomUUID(),
    privatePackId: randomUUID(),
    privateCardId: randomUUID(),
    otherDeviceId: randomUUID(),
    reportId: randomUUID(),
    studySessionId: randomUUID(),
    installationId: randomUUID(),
    answerId: randomUUID(),
    undoId: randomUUID(),
    qrSessionId: randomUUID(),
    secret: `秘密${randomUUID().slice(0, 8)}`,
  }
}

const browserKey = 'k'.repeat(43)

const answeredAt = '2026-11-20T07:59:00.000Z'

/** With every id of the world that they name, and a new one wherever the client makes it. */
export function exampleInputs(world: Things): ExampleInputs {
  const { packId, cardId, reviewId, pendingOrderId: orderId, privatePackId, privateCardId, secret } = world
  const card = { front: `${secret}正面`, back: `${secret}背面`, hint: '提示', explanation: '解析' }
  const answer = makeAnswer({ cardId, answeredAt })
  return {
    'POST /auth/send-code': { phone: '13700000001', purpose: 'login' },
    'POST /auth/login': { phone: '13700000001', code: '000000', agreed: true, deviceName: '平板' },
    'POST /auth/logout': {},
    'POST /auth/upload-ticket': {},
    'GET /auth/methods': {},
    'POST /auth/wechat-qr-code': { browserKey },
    'GET /auth/wechat-login-status': { sessionId: world.qrSessionId },
    'POST /auth/wechat-authorize': { browserKey, purpose: 'login', returnTo: '/login' },
    'POST /auth/wechat-login': { browserKey, code: 'code', state: 'state', agreed: true },
    'POST /auth/wechat-openid': { browserKey, code: 'code', state: 'state' },
    'GET /default-avatars': {},
    'GET /profile': {},
    'PUT /profile': {
      name: secret,
      avatar: '',
      study: { ...defaultStudyConfig, reminders: { enabled: true, at: '07:30' } },
    },
    'GET /account/security': {},
    'POST /account/proof/code': {},
    'POST /account/proof': { code: '000000', wechat: { browserKey, code: 'code', state: 'state' } },
    'POST /account/proof/wait': {},
    'DELETE /account/proof/wait': {},
    'GET /account/activity': {},
    'PUT /account/phone': { phone: '13700000002', code: '000000' },
    'POST /account/wechat': { browserKey, code: 'code', state: 'state' },
    'DELETE /account/wechat': {},
    'GET /account/devices': {},
    'DELETE /account/devices/:deviceId': { deviceId: world.otherDeviceId },
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
    'POST /card-packs/:id/unlock': {
      id: world.lockedPackId,
      paymentMethod: 'sandbox',
      orderId: randomUUID(),
    },
    'POST /card-packs/:id/favorite': { id: packId },
    'DELETE /card-packs/:id/favorite': { id: packId },
    'GET /card-packs/teacher/:teacherId/card-packs': { teacherId: 'math-desk' },
    'GET /card-packs/:id/reviews': { id: packId },
    'POST /card-packs/:id/reviews': { id: packId, rating: 5, comment: '讲得清楚' },
    'DELETE /card-packs/reviews/:reviewId': { reviewId: world.ownReviewId },
    'POST /card-packs/reviews/:reviewId/like': { reviewId },
    'DELETE /card-packs/reviews/:reviewId/like': { reviewId },
    'POST /card-packs/reviews/:reviewId/dislike': { reviewId },
    'DELETE /card-packs/reviews/:reviewId/dislike': { reviewId },
    'GET /card-reports': {},
    'GET /card-reports/open': {},
    'POST /card-reports/:cardId/close': { cardId },
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
    'POST /orders': { orderId: randomUUID(), productId: 'coins-100', paymentMethod: 'sandbox' },
    'GET /orders': {},
    'GET /orders/:orderId': { orderId },
    'POST /orders/:orderId/close': { orderId },
    'POST /orders/:orderId/sandbox-result': { orderId, result: 'failure' },
    'POST /user-study/record/:packId/:sessionId': {
      packId,
      sessionId: world.studySessionId,
      deviceId: world.installationId,
      sentAt: '2026-11-20T08:00:00.000Z',
      answers: [answer],
      undos: [makeUndo({ id: randomUUID(), cardId, answeredAt })],
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
      packId: randomUUID(),
      title: secret,
      gradeId: 'g7',
      subjectId: 'math',
      cards: [{ id: randomUUID(), ...card }],
    },
    'GET /private-packs/:packId': { packId: privatePackId },
    'PUT /private-packs/:packId': {
      packId: privatePackId,
      title: secret,
      gradeId: 'g7',
      subjectId: 'math',
    },
    'DELETE /private-packs/:packId': { packId: privatePackId },
    'PUT /private-packs/:packId/cards': {
      packId: privatePackId,
      cards: [{ id: privateCardId, ...card }],
    },
    'DELETE /private-packs/:packId/cards/:cardId': { packId: privatePackId, cardId: privateCardId },
  }
}
